-- Angband: 12 % of the blows hit and 5 % miss, whatever the armor.

local function hits(attacker, defender, blow)
    local luck = pick({"hit", "miss", "aim"}, {12, 5, 83})
    if luck ~= "aim" then return luck == "hit" end
    local power = max(9, 3 * max(attacker.level, 1) + blow.power)
    return between(0, power - 1) >= 2 * defender.armor // 3
end

function attack(attacker, defender, blow)
    if not hits(attacker, defender, blow) then return 0 end
    local damage = roll(blow.damage)
    if blow.physical then damage = damage - damage * min(defender.armor, 240) // 400 end
    return damage
end
