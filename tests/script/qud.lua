-- Caves of Qud: penetration.

-- d10 - 2, where an 8 rolls again and adds.
local function die()
    local sum, rolled = 0, 0
    repeat
        rolled = dice(1, 10) - 2
        sum = sum + rolled
    until rolled < 8
    return sum
end

local function gets_through(pv, av)
    return die() + pv > av
end

local function damage(attacker, pv, av)
    local count = 0
    for _ = 1, 3 do
        if gets_through(pv, av) then count = count + 1 end
    end
    if count == 0 then return 0 end
    local dealt = roll(attacker.damage)
    if count == 3 then dealt = dealt + damage(attacker, pv - 2, av) end
    return dealt
end

function attack(attacker, defender)
    return damage(attacker, attacker.pv, defender.av)
end
