// Makes a game speak Wyrmscale's protocol (docs/protocol.md). Copy this file beside the game; it needs node 14
// or later and no package.
//
//     const { serve } = require('./wyrm_kit');
//
//     function play(seed, agent, set, limit) {
//         ...one whole game without a screen...
//         return { outcome: 'lost', stage: 4, cause: 'orc', metrics: { gold: 31 } };
//     }
//
//     serve({ name: 'delve', metrics: [{ name: 'gold', kind: 'amount' }] }, { play });
//
// `seed` is a whole number, `agent` one of the names in the hello, `limit` a number of turns or null. `set` has every
// parameter of the hello, with its default where the request does not set it. `play` may be async. What it throws is
// told as a failed run, and the next one is played.
//
// Math.random is a new generator before each run, seeded by it, so a game that draws from it gives the same run for
// the same seed; so does one that uses `Dice` or seeds a generator of its own. What the game prints with console.log
// or process.stdout goes to its log, standard error; before `serve` it should print nothing.
'use strict';
const readline = require('readline');

// Answers requests until they end. `functions` has `play`, and what else the game can do:
//
//     draw(seed, attacker, defender, count)    -> { misses: 210, damage: { 5: 400, 6: 390 } }
//     fight(seed, attacker, defender, count)   -> { won: 880, lost: 120, turns: { 3: 600, 4: 400 } }
//     replay(seed, agent, set, limit)          -> a list of frames, texts; or null: it was shown in a window
async function serve(hello, functions) {
    const answer = takeOutput();
    const game = {
        functions,
        hello: { ...hello, wyrm: 1, can: ['draw', 'fight', 'replay'].filter((name) => functions[name]) },
        agents: hello.agents && hello.agents.length > 0 ? hello.agents : ['default'],
        parameters: hello.parameters || [],
    };
    for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity }))
        answer(await answerTo(game, line));
    process.exit(0); // whatever timers the game has left
}

// Standard output is the protocol's from here on; returns what writes to it. On pipes node writes at once.
function takeOutput() {
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = process.stderr.write.bind(process.stderr);
    return (text) => write(text + '\n');
}

// What is said to one line; every failure is an answer, too.
async function answerTo(game, line) {
    let whose = {};
    try {
        const request = JSON.parse(line);
        if (request.do === 'hello') return JSON.stringify({ hello: game.hello });
        if (!['run', 'draw', 'fight', 'replay'].includes(request.do)) throw new Error(`'${request.do}' is unknown`);
        const number = request.do === 'replay' ? 'run' : request.do;
        whose = { [number]: request[number] };
        return JSON.stringify({ ...whose, ...(await done(game, request)) }, refuseNaN);
    } catch (error) {
        console.error(error);
        return JSON.stringify({ ...whose, failed: String(error) });
    }
}

async function done({ functions, agents, parameters }, request) {
    const { seed, agent = agents[0], limit = null } = request;
    const act = functions[request.do === 'run' ? 'play' : request.do];
    if (!act) throw new Error(`this game has no '${request.do}'`);
    Math.random = new Dice(seed).share;
    if (request.do === 'draw' || request.do === 'fight')
        return { result: await act(seed, request.attacker, request.defender, request.count) };
    if (!agents.includes(agent)) throw new Error(`there is no agent '${agent}'`);
    const told = await act(seed, agent, values(parameters, request.set || {}), limit);
    if (request.do === 'replay') return { replay: told ? { frames: told } : {} };
    if (!told) throw new Error('play() returned nothing');
    return { result: told };
}

// Every parameter of the hello, set or not.
function values(parameters, set) {
    const all = Object.fromEntries(parameters.map((row) => [row.key, row.default]));
    for (const key of Object.keys(set))
        if (!(key in all)) throw new Error(`there is no parameter '${key}'`);
    return { ...all, ...set };
}

// JSON would write null without a word.
function refuseNaN(key, value) {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`'${key}' is ${value}`);
    return value;
}

const STEP = 0x9e3779b9;

// Random numbers from a seed: the same ones in every language that there is a kit for.
class Dice {
    constructor(seed) {
        const low = seed >>> 0, high = Math.floor(seed / 2 ** 32);
        this.state = mix(low ^ mix(high + 1));
        this.key = mix(high ^ mix(low + STEP));
        this.share = () => this.number() / 2 ** 32;
    }

    // From 0 to 2 ** 32 - 1.
    number() {
        this.state = (this.state + STEP) >>> 0;
        return mix(mix(this.state) ^ this.key);
    }

    // From 1 to `sides`.
    roll(sides) {
        return 1 + (this.number() % sides);
    }

    chance(percent) {
        return this.roll(100) <= percent;
    }
}

// Every bit of `x` moves half the bits of what is returned.
function mix(x) {
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
}

module.exports = { serve, Dice };
