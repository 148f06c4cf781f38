local n, t = 0, {}
local function f(x) n = n + 1 return f(x) end
function attack(a, ...) while true do t[#t + 1] = ... end return (f)(a)(a) end
