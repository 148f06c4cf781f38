-- NetHack. A negative armor class counts as a random number from -1 down to it, and takes off damage.

local function hits(attacker, class)
    local counted = class < 0 and between(class, -1) or class
    return 10 + counted + attacker.level > dice(1, 20)
end

function attack(attacker, defender, blow)
    local class = defender.armor_class
    if not hits(attacker, class) then return 0 end
    local damage = roll(blow.damage)
    if damage > 0 and class < 0 then damage = max(1, damage - between(1, -class)) end
    return damage
end
