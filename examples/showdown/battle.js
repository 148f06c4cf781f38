// Battles of Pokémon Showdown's simulator, asked by wyrm: a team of three against three opponents, one after another.
//
// Run as `node battle.js`, after `npm ci` in this folder. The simulator (@pkmn/sim, MIT) plays the rules of the first
// generation of the games; the players, who choose the moves, are ours. A stage is an opponent: stage 2 is entered
// when the first one of the other side has fainted. All luck comes from the seed of the run: the simulator's generator
// and those of both players are seeded from it.
'use strict';
const path = require('path');
const { Battle, Dex } = require('@pkmn/sim');
// Beside a game of your own a copy of wyrm_kit.js does.
const { serve, Dice } = require(path.join(__dirname, '..', '..', 'kits', 'javascript', 'wyrm_kit.js'));

const rules = Dex.forGen(1);
const TEAMS = {
    starters: {
        Charizard: ['Flamethrower', 'Slash', 'Earthquake', 'Swords Dance'],
        Blastoise: ['Surf', 'Ice Beam', 'Body Slam', 'Earthquake'],
        Venusaur: ['Razor Leaf', 'Body Slam', 'Sleep Powder', 'Swords Dance'],
    },
    birds: {
        Moltres: ['Fire Blast', 'Drill Peck', 'Agility', 'Double-Edge'],
        Articuno: ['Ice Beam', 'Blizzard', 'Drill Peck', 'Agility'],
        Zapdos: ['Thunderbolt', 'Drill Peck', 'Thunder Wave', 'Agility'],
    },
    rocks: {
        Onix: ['Rock Slide', 'Earthquake', 'Body Slam', 'Explosion'],
        Golem: ['Rock Slide', 'Earthquake', 'Body Slam', 'Explosion'],
        Rhydon: ['Rock Slide', 'Earthquake', 'Body Slam', 'Leer'],
    },
    champions: {
        Alakazam: ['Psychic', 'Seismic Toss', 'Thunder Wave', 'Recover'],
        Tauros: ['Body Slam', 'Earthquake', 'Blizzard', 'Hyper Beam'],
        Snorlax: ['Body Slam', 'Earthquake', 'Ice Beam', 'Rest'],
    },
};
const LAST = 3; // opponents

const HELLO = {
    name: 'showdown', version: versionOfSimulator(),
    agents: ['random', 'greedy', 'careful'], by_skill: true,
    stages: { name: 'opponent', last: LAST },
    metrics: [
        { name: 'turns', kind: 'amount', unit: 'turns' },
        { name: 'stage_turns', kind: 'by stage', unit: 'turns', about: 'that each opponent took' },
        { name: 'hp_left', kind: 'share', about: 'hit points of the team at the end, of all that it had' },
        { name: 'foes_hp_left', kind: 'share', about: 'likewise of the other side' },
        { name: 'standing', kind: 'share', about: 'members of the team that did not faint' },
        { name: 'effective', kind: 'share', about: 'moves of the team that were super effective' },
        { name: 'last_move', kind: 'category', about: 'what the battle ended with, whoever won' }],
    parameters: [
        { key: 'team', kind: 'choice', choices: Object.keys(TEAMS), default: 'starters' },
        { key: 'foes', kind: 'choice', choices: Object.keys(TEAMS), default: 'starters' },
        { key: 'level', kind: 'whole', range: [1, 100], default: 50, unit: 'level', about: 'of the team' },
        { key: 'foes.level', kind: 'whole', range: [1, 100], default: 50, unit: 'level' },
        { key: 'foes.player', kind: 'choice', choices: ['random', 'greedy', 'careful'], default: 'greedy' }],
};

// Its package does not let its description be required.
function versionOfSimulator() {
    const entry = require.resolve('@pkmn/sim');
    const folder = entry.slice(0, entry.indexOf(path.join('@pkmn', 'sim')) + path.join('@pkmn', 'sim').length);
    return require(path.join(folder, 'package.json')).version;
}

function play(seed, agent, set, limit) {
    const dice = new Dice(seed);
    const luck = Array.from({ length: 4 }, () => dice.number() & 0xffff).join(',');
    const players = [new Player(agent, dice.number()), new Player(set['foes.player'], dice.number())];
    const battle = new Battle({
        formatid: 'gen1customgame', seed: luck,
        p1: { name: 'team', team: team(set.team, set.level) },
        p2: { name: 'foes', team: team(set.foes, set['foes.level']) },
    });
    const stageTurns = [];
    while (!battle.ended && (limit === null || battle.turn <= limit)) {
        const stage = Math.min(fainted(battle.sides[1]), LAST - 1);
        if (battle.requestState === 'move') stageTurns[stage] = (stageTurns[stage] || 0) + 1;
        battle.sides.forEach((side, i) => players[i].choose(battle, side));
        battle.commitChoices();
    }
    const result = told(battle, stageTurns);
    battle.destroy();
    return result;
}

function team(name, level) {
    if (!(name in TEAMS)) throw new Error(`there is no team '${name}'`);
    const whole = (value) => ({ hp: value, atk: value, def: value, spa: value, spd: value, spe: value });
    return Object.entries(TEAMS[name]).map(([species, moves]) => ({
        name: species, species, moves, level, ability: '', item: '', nature: '', gender: '',
        evs: whole(255), ivs: whole(30),
    }));
}

const fainted = (side) => side.pokemon.filter((pokemon) => pokemon.fainted).length;

function told(battle, stageTurns) {
    const [ours, theirs] = battle.sides;
    const left = (side) => side.pokemon.reduce((sum, one) => sum + one.hp, 0) /
        side.pokemon.reduce((sum, one) => sum + one.maxhp, 0);
    const turns = Math.min(battle.turn, stageTurns.reduce((sum, n) => sum + (n || 0), 0));
    const metrics = {
        turns, stage_turns: Array.from(stageTurns, (n) => n || 0),
        hp_left: left(ours), foes_hp_left: left(theirs), standing: [LAST - fainted(ours), LAST],
        effective: effective(battle.log),
    };
    const last = battle.ended ? lastMove(battle.log) : undefined;
    if (last) metrics.last_move = last;
    const outcome = !battle.ended ? 'unfinished' : { team: 'won', foes: 'lost' }[battle.winner] || 'draw';
    return {
        outcome, stage: Math.min(fainted(theirs) + 1, LAST), cause: outcome === 'lost' ? last : null, metrics,
    };
}

// The simulator tells a battle in lines: |move|p1a: Charizard|Slash|p2a: Venusaur, |-damage|p2a: Venusaur|0 fnt|[from] psn.
function lastMove(log) {
    let last;
    for (const line of log) {
        const [, kind, , what, from] = line.split('|');
        if (kind === 'move') last = what;
        if (kind === '-damage' && what === '0 fnt' && from && from.startsWith('[from] ')) last = from.slice(7);
    }
    return last;
}

function effective(log) {
    const moves = log.filter((line) => line.startsWith('|move|p1a:')).length;
    return [log.filter((line) => line.startsWith('|-supereffective|p2a:')).length, moves];
}

// One who chooses moves. It sees its own side and which opponent stands there.
//   random   any move that it has
//   greedy   the move with the greatest damage to be expected
//   careful  likewise, but it brings in someone else when that one is better by far
class Player {
    constructor(kind, seed) {
        this.kind = kind;
        this.dice = new Dice(seed);
    }

    choose(battle, side) {
        const request = side.activeRequest, foe = side.foe.active[0];
        if (!request || request.wait) return;
        const choice = request.forceSwitch ? this.change(side, foe) : this.act(side, request.active[0], foe);
        if (!side.choose(choice)) side.choose('default'); // what is forbidden for reasons that a player cannot see
    }

    act(side, active, foe) {
        const moves = active.moves.map((move, i) => [i + 1, move]).filter(([, move]) => !move.disabled);
        if (this.kind === 'random') return `move ${this.pick(moves)[0]}`;
        const one = side.active[0];
        if (this.kind === 'careful' && !active.trapped && one.hp > one.maxhp / 2) {
            const other = this.best(bench(side), (each) => promise(each, foe));
            if (other && promise(other, foe) > 3 * promise(one, foe)) return `switch ${side.pokemon.indexOf(other) + 1}`;
        }
        return `move ${this.best(moves, ([, move]) => damage(rules.moves.get(move.id), one, foe))[0]}`;
    }

    change(side, foe) {
        const those = bench(side);
        const next = this.kind === 'random' ? this.pick(those) : this.best(those, (one) => promise(one, foe));
        return next ? `switch ${side.pokemon.indexOf(next) + 1}` : 'pass';
    }

    pick(list) {
        return list[this.dice.roll(list.length) - 1];
    }

    // The one with the greatest value, any of them where several have it.
    best(list, value) {
        const values = list.map(value), most = Math.max(...values);
        return this.pick(list.filter((_, i) => values[i] === most));
    }
}

const bench = (side) => side.pokemon.filter((one) => !one.fainted && !one.isActive);

// What a move does on average, as a player reckons it: power, own type, the other's types, how often it hits.
function damage(move, one, foe) {
    if (!move.exists || !foe || foe.fainted) return move.basePower || 0; // 'fight' is all that one who sleeps may say
    const hits = move.accuracy === true ? 1 : move.accuracy / 100;
    if (!rules.getImmunity(move.type, foe.types)) return 0;
    if (move.damage) return hits * (move.damage === 'level' ? one.level : move.damage);
    const own = one.types.includes(move.type) ? 1.5 : 1;
    return hits * move.basePower * own * 2 ** rules.getEffectiveness(move.type, foe.types);
}

// How well one stands against another: its best move to the other's best type.
function promise(one, foe) {
    const best = Math.max(...one.moveSlots.map((slot) => damage(rules.moves.get(slot.id), one, foe)));
    if (!foe || foe.fainted) return best;
    const threat = Math.max(...foe.types.map((type) => 2 ** rules.getEffectiveness(type, one.types)));
    return best / threat;
}

serve(HELLO, { play });
