-- A small dungeon with five depths, and a monster on each. Run by wyrm: `lua5.4 dungeon.lua`.
local wyrm = require("wyrm_kit")

local HELLO = {
    name = "dungeon", version = "1.0",
    agents = {"reckless", "careful"}, by_skill = true,
    stages = {name = "depth", last = 5},
    metrics = {
        {name = "gold", kind = "amount", unit = "gold"},
        {name = "hit", kind = "share", about = "attacks of the hero that hit"},
        {name = "weapon", kind = "category"},
        {name = "turns", kind = "by stage", unit = "turns"}},
    parameters = {
        {key = "orc.hp", kind = "whole", range = {1, 99}, default = 12, unit = "hit points"},
        {key = "boss", kind = "text", default = "wyrm", about = "what the monster of the last depth is called"}},
}
local FIGHTERS = {hero = {20, 8}, rat = {6, 4}, orc = {12, 7}, wyrm = {16, 9}} -- hit points, sides of its die
local DEPTHS = {"rat", "rat", "orc", "orc", "wyrm"}
local DRINKS_BELOW = {reckless = 5, careful = 13}

local function strike(dice, sides) return dice:chance(70) and dice:roll(sides) or 0 end

local function play(seed, agent, set, limit, frames)
    print("the hero enters, seed", seed) -- goes to the log
    local dice, hp, potions, gold, blows, hits, turns, total = wyrm.dice(seed), FIGHTERS.hero[1], 2, 0, 0, 0, {}, 0
    local weapon, sides = "knife", 8
    if dice:chance(30) then weapon, sides = "sword", 10 end
    local function result(outcome, cause)
        local metrics = {gold = gold, hit = {hits, blows}, weapon = weapon, turns = turns}
        return {outcome = outcome, stage = #turns, cause = cause, metrics = metrics}
    end

    for depth, monster in ipairs(DEPTHS) do
        local foe, bite = FIGHTERS[monster][1], FIGHTERS[monster][2]
        if monster == "orc" then foe = set["orc.hp"] end
        turns[depth] = 0
        while foe > 0 do
            if limit and total >= limit then return result("unfinished") end
            turns[depth], total = turns[depth] + 1, total + 1
            if hp < DRINKS_BELOW[agent] and potions > 0 then
                hp, potions = hp + 12, potions - 1
            else
                local damage = strike(dice, sides)
                foe, blows, hits = foe - damage, blows + 1, hits + (damage > 0 and 1 or 0)
            end
            if foe > 0 then hp = hp - strike(dice, bite) end
            if frames then table.insert(frames, ("depth %d: you %d, %s %d"):format(depth, hp, monster, foe)) end
            if hp <= 0 then return result("lost", monster == "wyrm" and set.boss or monster) end
        end
        gold = gold + dice:roll(10)
    end
    return result("won")
end

local function draw(seed, attacker, defender, count)
    local dice, damage, misses = wyrm.dice(seed), {}, 0
    for _ = 1, count do
        local done = strike(dice, FIGHTERS[attacker][2])
        local key = tostring(done)
        if done > 0 then damage[key] = (damage[key] or 0) + 1 else misses = misses + 1 end
    end
    return {misses = misses, damage = damage}
end

local function replay(seed, agent, set, limit)
    local frames = {}
    play(seed, agent, set, limit, frames)
    return frames
end

wyrm.serve(HELLO, {play = play, draw = draw, replay = replay})
