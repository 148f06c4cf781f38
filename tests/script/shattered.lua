-- Shattered Pixel Dungeon. A hit is uniform(0, accuracy) >= uniform(0, evasion).

local function hits(attacker, defender)
    local a, e = attacker.accuracy, defender.evasion
    if defender.surprised or a >= e and a == 0 then return true end
    return chance(a >= e and 1 - e / (2 * a) or a / (2 * e))
end

local function damage(attacker, defender)
    local dealt = roll(attacker.damage)
    return max(0, dealt - roll(defender.armor))
end

function attack(attacker, defender)
    return hits(attacker, defender) and damage(attacker, defender) or 0
end
