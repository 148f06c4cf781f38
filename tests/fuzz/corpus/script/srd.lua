-- 5e System Reference Document.

local function d20(attacker)
    if attacker.advantage == attacker.disadvantage then return dice(1, 20) end
    return roll(attacker.advantage and "2d20 keep 1" or "2d20 keep lowest 1")
end

-- A critical hit doubles the dice, not what is added to them.
local function rolled(amount, critical)
    return max(0, critical and roll(amount, amount) - amount.plus or roll(amount))
end

local function suffered(damage, type, defender)
    if defender.immune[type] then return 0 end
    if defender.resist[type] then damage = damage // 2 end
    if defender.vulnerable[type] then damage = damage * 2 end
    return damage
end

local function rider(blow, defender, critical)
    local damage = rolled(blow.rider, critical)
    if blow.save_dc > 0 and dice(1, 20) + defender.save >= blow.save_dc then
        damage = blow.save_half and damage // 2 or 0
    end
    return suffered(damage, blow.rider_type, defender)
end

local function main(blow, defender, critical)
    return suffered(rolled(blow.damage, critical), blow.type, defender)
end

-- "miss", "hit" or "critical"
local function aimed(attacker, defender, blow)
    local die = d20(attacker)
    if die == 20 then return "critical" end
    return die > 1 and die + blow.to_hit >= defender.armor_class and "hit" or "miss"
end

function attack(attacker, defender, blow)
    local how = aimed(attacker, defender, blow)
    if how == "miss" then return 0 end
    return main(blow, defender, how == "critical") + rider(blow, defender, how == "critical")
end
