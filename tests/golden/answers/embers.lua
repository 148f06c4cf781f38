-- dash dodges; a charged special does double the roll and burns; the hydra's tail chills
local function lands(a, d)
  return chance(1 - d.dash / 100)
end
local function hurt(a, d, spec)
  local r = roll(a.damage) + a.might
  if a.crit > 0 and chance(a.crit / 100) then r = r * 2 end
  if spec then r = r * 2 end
  return max(0, r - d.soak)
end
function attack(a, d, blow)
  if a.crit > 0 and a.special >= 3 then
    if not lands(a, d) then return {damage = 0, own = {special = -3}} end
    return {damage = hurt(a, d, true), own = {special = -3}, effects = {burning = 2}}
  end
  if not lands(a, d) then return 0 end
  if blow.name == "tail" then return {damage = hurt(a, d, false), effects = {chilled = 2}} end
  return hurt(a, d, false)
end
