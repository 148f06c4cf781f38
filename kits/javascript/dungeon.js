// A small dungeon with five depths, and a monster on each. Run by wyrm: `node dungeon.js`.
'use strict';
const { serve, Dice } = require('./wyrm_kit');

const HELLO = {
    name: 'dungeon', version: '1.0',
    agents: ['reckless', 'careful'], by_skill: true,
    stages: { name: 'depth', last: 5 },
    metrics: [
        { name: 'gold', kind: 'amount', unit: 'gold' },
        { name: 'hit', kind: 'share', about: 'attacks of the hero that hit' },
        { name: 'weapon', kind: 'category' },
        { name: 'turns', kind: 'by stage', unit: 'turns' }],
    parameters: [
        { key: 'orc.hp', kind: 'whole', range: [1, 99], default: 12, unit: 'hit points' },
        { key: 'boss', kind: 'text', default: 'wyrm', about: 'what the monster of the last depth is called' }],
};
const FIGHTERS = { hero: [20, 8], rat: [6, 4], orc: [12, 7], wyrm: [16, 9] }; // hit points, sides of its die
const DEPTHS = ['rat', 'rat', 'orc', 'orc', 'wyrm'];
const DRINKS_BELOW = { reckless: 5, careful: 13 };

const strike = (dice, sides) => (dice.chance(70) ? dice.roll(sides) : 0);

function play(seed, agent, set, limit, frames = []) {
    console.log('the hero enters, seed', seed); // goes to the log
    const dice = new Dice(seed), turns = [];
    let [hp] = FIGHTERS.hero, potions = 2, gold = 0, blows = 0, hits = 0, total = 0;
    const [weapon, sides] = dice.chance(30) ? ['sword', 10] : ['knife', 8];
    const result = (outcome, cause) =>
        ({ outcome, stage: turns.length, cause, metrics: { gold, hit: [hits, blows], weapon, turns } });

    for (const monster of DEPTHS) {
        let [foe, bite] = FIGHTERS[monster];
        if (monster === 'orc') foe = set['orc.hp'];
        turns.push(0);
        while (foe > 0) {
            if (limit !== null && total >= limit) return result('unfinished');
            turns[turns.length - 1]++;
            total++;
            if (hp < DRINKS_BELOW[agent] && potions > 0) {
                hp += 12;
                potions--;
            } else {
                const damage = strike(dice, sides);
                foe -= damage;
                blows++;
                hits += damage > 0 ? 1 : 0;
            }
            if (foe > 0) hp -= strike(dice, bite);
            frames.push(`depth ${turns.length}: you ${hp}, ${monster} ${foe}`);
            if (hp <= 0) return result('lost', monster === 'wyrm' ? set.boss : monster);
        }
        gold += dice.roll(10);
    }
    return result('won');
}

function draw(seed, attacker, defender, count) {
    const dice = new Dice(seed), damage = {};
    let misses = 0;
    for (let i = 0; i < count; i++) {
        const done = strike(dice, FIGHTERS[attacker][1]);
        if (done > 0) damage[done] = (damage[done] || 0) + 1;
        else misses++;
    }
    return { misses, damage };
}

function replay(seed, agent, set, limit) {
    const frames = [];
    play(seed, agent, set, limit, frames);
    return frames;
}

serve(HELLO, { play, draw, replay });
