function attack() return 0/0 end
