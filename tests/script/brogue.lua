-- Brogue CE. Ten points of defense turn away about an eighth of the blows that would have hit.

local function scaled(number, enchant)
    return math.floor(number * 1.065 ^ enchant)
end

local function percent(attacker, defender)
    local quarters = math.floor(4 * defender.defense / 10) / 4
    local accuracy = scaled(attacker.accuracy, attacker.enchant)
    return clamp(math.floor(accuracy * 0.877347265 ^ quarters), 0, 100)
end

local function damage(attacker)
    local dice = attacker.damage
    if attacker.enchant == 0 then return roll(dice) end
    return between(max(1, scaled(dice.least, attacker.enchant)),
                   max(1, scaled(dice.most, attacker.enchant)))
end

function attack(attacker, defender)
    if attacker.sneak or defender.asleep or defender.paralyzed then
        return damage(attacker) * (attacker.dagger and 5 or 3)
    end
    if not chance(percent(attacker, defender) / 100) then return 0 end
    return damage(attacker)
end
