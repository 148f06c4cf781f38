-- Makes a game speak Wyrmscale's protocol (docs/protocol.md). Copy this file beside the game; it needs Lua 5.3 or 5.4
-- and no library.
--
--     local wyrm = require("wyrm_kit")
--
--     local function play(seed, agent, set, limit)
--         ...one whole game without a screen...
--         return {outcome = "lost", stage = 4, cause = "orc", metrics = {gold = 31}}
--     end
--
--     wyrm.serve({name = "delve", metrics = {{name = "gold", kind = "amount"}}}, {play = play})
--
-- `seed` is a whole number, `agent` one of the names in the hello, `limit` a number of turns or nil. `set` has every
-- parameter of the hello, with its default where the request does not set it. An error in `play` is told as a failed
-- run, and the next one is played. A table with a first element is a list in JSON, any other an object; `wyrm.list{}`
-- is an empty list, `wyrm.null` a place of a list with nothing in it.
--
-- math.random is seeded before each run, so a game that draws from it gives the same run for the same seed; so does one
-- that uses `wyrm.dice`. (`pairs` has another order in every process: sort before you draw.) What the game prints with
-- print, io.write or io.stdout goes to its log, standard error; before `serve` it should print nothing.
local wyrm = {null = setmetatable({}, {__name = "null"})}

local list = {}
function wyrm.list(table) return setmetatable(table, list) end

-- ---- JSON ----

local ESCAPES = {b = "\b", f = "\f", n = "\n", r = "\r", t = "\t"}
local read

local function read_string(text, at)
    local parts = {}
    while true do
        local plain, stop = assert(text:match('^([^"\\]*)(["\\])', at))
        parts[#parts + 1] = plain
        at = at + #plain + 1
        if stop == '"' then return table.concat(parts), at end
        local escape = text:sub(at, at)
        at = at + 1
        if escape == "u" then
            local code, low = tonumber(text:sub(at, at + 3), 16), text:match("^\\u([dD][c-fC-F]%x%x)", at + 4)
            at = at + 4
            if code >> 10 == 0x36 and low then
                code, at = 0x10000 + (code & 0x3FF) * 0x400 + (tonumber(low, 16) & 0x3FF), at + 6
            end
            parts[#parts + 1] = utf8.char(code)
        else
            parts[#parts + 1] = ESCAPES[escape] or escape
        end
    end
end

local function read_members(text, at, is_list)
    local result, key = setmetatable({}, is_list and list or nil), nil
    at = text:match("^%s*()", at)
    while not text:find("^[]}]", at) do
        if not is_list then
            key, at = read(text, at)
            at = text:match("^%s*:()", at) or error("a ':' is missing")
        end
        result[is_list and #result + 1 or key], at = read(text, at)
        at = text:match("^%s*,?%s*()", at)
    end
    return result, at + 1
end

function read(text, at)
    at = text:match("^%s*()", at)
    local first = text:sub(at, at)
    if first == '"' then return read_string(text, at + 1) end
    if first == "{" or first == "[" then return read_members(text, at + 1, first == "[") end
    local word, after = text:match("^([%w+.-]+)()", at)
    if word == "true" or word == "false" then return word == "true", after end
    if word == "null" then return wyrm.null, after end
    return tonumber(word) or error("this is not JSON: " .. text:sub(at, at + 20)), after
end

local write

local function write_string(text)
    return '"' .. text:gsub('[%c"\\]', function(c) return string.format("\\u%04x", c:byte()) end) .. '"'
end

local function write_table(value)
    local parts = {}
    if getmetatable(value) == list or value[1] ~= nil then
        for i = 1, #value do parts[i] = write(value[i]) end
        return "[" .. table.concat(parts, ",") .. "]"
    end
    for key, member in pairs(value) do parts[#parts + 1] = write_string(tostring(key)) .. ":" .. write(member) end
    table.sort(parts)
    return "{" .. table.concat(parts, ",") .. "}"
end

function write(value)
    local kind = math.type(value) or type(value)
    if value == wyrm.null then return "null" end
    if kind == "table" then return write_table(value) end
    if kind == "string" then return write_string(value) end
    if kind == "integer" or kind == "boolean" then return tostring(value) end
    if kind == "float" and value - value == 0 then return ("%.17g"):format(value) end
    error("JSON has no " .. tostring(value))
end

-- ---- The protocol ----

-- Every parameter of the hello, set or not.
local function values_of(hello, set)
    local values = {}
    for _, row in ipairs(hello.parameters or {}) do
        values[row.key] = row.default == nil and wyrm.null or row.default
    end
    for key, value in pairs(set or {}) do
        if values[key] == nil then error("there is no parameter '" .. key .. "'", 0) end
        values[key] = value
    end
    return values
end

local function answer_of(hello, functions, request)
    local what = request["do"]
    local act = functions[what == "run" and "play" or what] or error("this game has no '" .. what .. "'", 0)
    math.randomseed(request.seed)
    if what == "draw" or what == "fight" then
        return "result", act(request.seed, request.attacker, request.defender, request.count)
    end
    local agents = "\n" .. table.concat(hello.agents or {"default"}, "\n") .. "\n"
    local agent = request.agent or agents:match("%C+")
    if not agents:find("\n" .. agent .. "\n", 1, true) then error("there is no agent '" .. agent .. "'", 0) end
    local told = act(request.seed, agent, values_of(hello, request.set), request.limit)
    if what == "replay" then return "replay", {frames = told} end
    return "result", told or error("play returned nothing", 0)
end

-- Answers requests until they end. `functions` has `play`, and what else the game can do:
--
--     draw(seed, attacker, defender, count)    -> {misses = 210, damage = {["5"] = 400, ["6"] = 390}}
--     fight(seed, attacker, defender, count)   -> {won = 880, lost = 120, turns = {["3"] = 600, ["4"] = 400}}
--     replay(seed, agent, set, limit)          -> a list of frames, texts; or nil: it was shown in a window
function wyrm.serve(hello, functions)
    local answers, log = io.stdout, io.stderr
    io.stdout = log
    io.output(log)
    function print(...)
        for i = 1, select("#", ...) do log:write(i > 1 and "\t" or "", tostring(select(i, ...))) end
        log:write("\n")
    end
    hello.wyrm, hello.can = 1, wyrm.list({})
    for _, name in ipairs({"draw", "fight", "replay"}) do
        if functions[name] then table.insert(hello.can, name) end
    end
    for line in io.lines() do
        local answer = {}
        local good, message = xpcall(function()
            local request = read(line, 1)
            if request["do"] == "hello" then return write({hello = hello}) end
            local number = request["do"] == "replay" and "run" or request["do"]
            answer[number] = request[number]
            local name, told = answer_of(hello, functions, request)
            return write({[number] = request[number], [name] = told})
        end, function(problem)
            log:write(debug.traceback(tostring(problem)), "\n")
            return tostring(problem)
        end)
        if not good then
            answer.failed = message
            message = write(answer)
        end
        answers:write(message, "\n")
        answers:flush()
    end
end

-- ---- Random numbers from a seed: the same ones in every language that there is a kit for ----

local MASK, STEP = 0xFFFFFFFF, 0x9E3779B9

-- Every bit of `x` moves half the bits of what is returned.
local function mix(x)
    x = (x ~ (x >> 16)) * 0x7FEB352D & MASK
    x = (x ~ (x >> 15)) * 0x846CA68B & MASK
    return x ~ (x >> 16)
end

-- Its number() is from 0 to 2^32 - 1, its roll(sides) from 1 to `sides`.
function wyrm.dice(seed)
    local low, high = seed & MASK, seed >> 32
    local state, key, dice = mix(low ~ mix(high + 1 & MASK)), mix(high ~ mix(low + STEP & MASK)), {}
    function dice:number()
        state = state + STEP & MASK
        return mix(mix(state) ~ key)
    end
    function dice:roll(sides) return 1 + self:number() % sides end
    function dice:chance(percent) return self:roll(100) <= percent end
    return dice
end

return wyrm
