local kinds, most = {"rat", "wolf"}, {rat = 3, wolf = 1}
local function some(kind, a)
    return between(0, most[kind] + a % 2)
end
function attack(attacker, defender)
    local out = {state = {alarm = attacker.power}}
    for i, kind in ipairs(kinds) do out[kind] = some(kind, i) end
    if chance(1 / (1 + attacker.power)) then
        out.lair = {dragon = 1, rat = dice(1, 3)}
        out.state.alarm = clamp(attacker.power + 1, 0, 3)
    end
    return out.lair and out.lair.rat + out.rat or {damage = out.wolf, effects = {gone = out.state.alarm}}
end
