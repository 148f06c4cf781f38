local function f() return 1 + f() end
function attack() return f() end
