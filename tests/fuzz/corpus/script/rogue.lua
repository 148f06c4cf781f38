-- Rogue 5.4.

function attack(attacker, defender, blow)
    local needed = 20 - attacker.level - defender.armor_class
    if between(0, 19) + attacker.plus_to_hit < needed then return 0 end
    return max(0, roll(blow.damage) + attacker.plus_damage)
end
