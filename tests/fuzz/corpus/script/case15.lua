function attack() local a = {} local n = 0 for i = 1, 1000000 do
    a[n % 1000 + i] = {1,2,3,4,5,6,7,8,9} n = n + 7 end return 1 end
