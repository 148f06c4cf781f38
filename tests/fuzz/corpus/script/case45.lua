function attack() return (function() return 3 end)() end
