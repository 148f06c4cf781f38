function attack() return "a\27[31m" end
