-- Dungeon Crawl Stone Soup.

local function below(number)
    return between(0, max(number, 1) - 1)
end

local function evaded(evasion)
    local first = below(2 * evasion)
    return (first + below(2 * evasion + 1)) // 2
end

local function hits(attacker, defender)
    local luck = pick({"hit", "miss", "aim"}, {1, 1, 38})
    if luck ~= "aim" then return luck == "hit" end
    return below(attacker.to_hit) >= evaded(defender.evasion)
end

-- A random share of the levels of a skill counts, in parts of which `precision` make a level.
local function scaled(damage, base, levels, precision)
    local parts = base * precision
    return damage * (parts + between(0, levels * precision)) // parts
end

local function dealt(attacker)
    local damage = scaled(roll(attacker.damage), 25, attacker.weapon_skill, attacker.precision)
    return scaled(damage, 30, attacker.fighting, attacker.precision)
end

local function greatest(attacker)
    local damage = attacker.damage.most
    damage = damage * (25 + attacker.weapon_skill) // 25
    return damage * (30 + attacker.fighting) // 30
end

local function guaranteed(attacker, defender)
    local percent = math.floor(16 * defender.armor ^ 0.25)
    return min(percent * greatest(attacker) // 100, defender.armor // 2)
end

function attack(attacker, defender)
    if not hits(attacker, defender) then return 0 end
    local least = defender.guarded and guaranteed(attacker, defender) or 0
    return max(0, dealt(attacker) - max(least, between(0, defender.armor)))
end
