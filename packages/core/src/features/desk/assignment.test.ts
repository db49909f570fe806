import { describe, expect, it } from 'vitest';
import { type Assigning, assign } from './assignment.ts';

/** Pseudo-random whole numbers below a bound, the same in every run (mulberry32). */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What a way costs; null: it is none. */
function costOf({ groups, offers, loads }: Assigning, chosen: readonly (number | null)[]) {
  const taken = new Set<string>();
  const counts = new Map<number, number>();
  let cost = 0;
  for (const [task, person] of chosen.entries()) {
    if (person === null) continue;
    const offer = offers.find((one) => one.task === task && one.person === person);
    const count = counts.get(person) ?? 0;
    const load = loads[person]?.[count];
    const time = `${person} ${groups[task]}`;
    if (!offer || load === undefined || taken.has(time)) return null;
    taken.add(time);
    counts.set(person, count + 1);
    cost += offer.cost + load;
  }
  return { count: chosen.filter((one) => one !== null).length, cost };
}

function best(problem: Assigning) {
  let found = { count: 0, cost: 0 };
  const choose = (chosen: (number | null)[]) => {
    if (chosen.length === problem.groups.length) {
      const one = costOf(problem, chosen);
      if (one && (one.count > found.count || (one.count === found.count && one.cost < found.cost))) found = one;
      return;
    }
    for (let person = -1; person < problem.people; person += 1) choose([...chosen, person === -1 ? null : person]);
  };
  choose([]);
  return found;
}

describe('the assignment', () => {
  it('gives as many tasks as every way there is, at the smallest cost of all', () => {
    const next = numbers(31);
    for (let round = 0; round < 150; round += 1) {
      const [tasks, people] = [1 + next(5), 1 + next(4)];
      const problem: Assigning = {
        groups: Array.from({ length: tasks }, () => next(3)),
        people,
        offers: Array.from({ length: tasks * people }, (_, index) => index).flatMap((index) =>
          next(3) === 0 ? [] : [{ task: index % tasks, person: Math.floor(index / tasks), cost: next(60) - 40 }],
        ),
        loads: Array.from({ length: people }, () => {
          let load = 0;
          return Array.from({ length: next(4) }, () => {
            load += next(9);
            return load;
          });
        }),
      };
      expect(costOf(problem, assign(problem)), `round ${round}`).toEqual(best(problem));
    }
  });
});
