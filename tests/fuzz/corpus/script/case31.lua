function attack() repeat until not chance(1) return 1 end
