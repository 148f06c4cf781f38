function attack() return between(1, 1000) * 1000 + between(1, 1000) end
