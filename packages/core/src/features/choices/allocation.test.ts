import { expect, it } from 'vitest';
import { drawLottery } from '../../kernel/lottery.ts';
import { allocateInSteps, costOf, type Offer, proposeClosingsInSteps, type Wisher } from './allocation.ts';

function toEnd<T>(steps: Generator<void, T, void>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
const allocate = (...input: Parameters<typeof allocateInSteps>) => toEnd(allocateInSteps(...input));
const proposeClosings = (...input: Parameters<typeof proposeClosingsInSteps>) =>
  toEnd(proposeClosingsInSteps(...input));

/** Numbers that look random and are the same in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function problemOf(
  seed: number,
  people: number,
  options: number,
  wishes: number,
): { wishers: Wisher[]; offers: Offer[] } {
  const random = randomOf(seed);
  const offers = Array.from({ length: options }, (_, id) => ({ id: id + 1, capacity: 1 + random(3) }));
  const wishers = Array.from({ length: people }, (_, at) => {
    const left = offers.map(({ id }) => id);
    const own = Array.from(
      { length: Math.min(options, 1 + random(wishes)) },
      () => left.splice(random(left.length), 1)[0] as number,
    );
    return { user_id: at + 1, wishes: own, luck: random(4) % 3 === 0 ? 0 : 1 };
  });
  return { wishers, offers };
}

/** More than all that the lottery says about seven people. */
const COST = 1000;

/** What somebody's place counts: its cost, and between equals the rank, the more the earlier they are drawn. */
const countOf = (rank: number | null, { luck, lottery }: { luck: number; lottery: number }): number =>
  costOf(rank, luck) * COST + (rank ?? 5) * (8 - lottery);

/** The smallest count of all distributions, by trying each. */
function smallest(wishers: readonly Wisher[], offers: readonly Offer[], lottery: ReadonlyMap<number, number>): number {
  const free = new Map(offers.map(({ id, capacity }) => [id, capacity]));
  const from = (at: number): number => {
    const one = wishers[at];
    if (!one) return 0;
    const drawn = { luck: one.luck, lottery: lottery.get(one.user_id) ?? 0 };
    let best = countOf(null, drawn) + from(at + 1);
    for (const [rank, option] of one.wishes.entries()) {
      const places = free.get(option) ?? 0;
      if (places === 0) continue;
      free.set(option, places - 1);
      best = Math.min(best, countOf(rank, drawn) + from(at + 1));
      free.set(option, places);
    }
    return best;
  };
  return from(0);
}

it('no distribution costs less than the one given, nor is fairer by the lottery, tried against all of them [D-8.16]', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const { wishers, offers } = problemOf(seed, 7, 4, 4);
    const { places, cost } = allocate(wishers, offers, `${seed}`);
    const given = places.reduce((sum, one) => sum + countOf(one.rank, one), 0);
    const least = smallest(wishers, offers, new Map(places.map((one) => [one.user_id, one.lottery])));
    expect(given, `problem ${seed}`).toBe(least);
    expect(cost).toBe(places.reduce((sum, { rank, luck }) => sum + costOf(rank, luck), 0));
    for (const { id, capacity } of offers)
      expect(places.filter(({ option_id }) => option_id === id).length).toBeLessThanOrEqual(capacity);
    for (const { user_id, option_id, rank } of places)
      if (option_id !== null) expect(wishers[user_id - 1]?.wishes[rank ?? 9]).toBe(option_id);
  }
});

it('the lottery decides between equals, the same input in any order gives the same, and bad luck before the lottery [D-8.16]', () => {
  const wishers = [1, 2, 3].map((user_id) => ({ user_id, wishes: [1, 2], luck: 0 }));
  const offers = [
    { id: 1, capacity: 1 },
    { id: 2, capacity: 2 },
  ];
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { places } = allocate(wishers, offers, seed);
    expect(places.find(({ option_id }) => option_id === 1)?.lottery).toBe(1);
    expect(allocate(wishers.toReversed(), offers.toReversed(), seed).places).toEqual(places);
    const unlucky = wishers.map((one) => ({ ...one, luck: one.user_id === 2 ? 5 : 0 }));
    expect(allocate(unlucky, offers, seed).places.find(({ option_id }) => option_id === 1)?.user_id).toBe(2);
  }
  expect(
    new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => drawLottery([1, 2, 3], seed).get(1))).size,
  ).toBeGreaterThan(1);
});

it('a course below its minimum is proposed to be closed, with who is worse off and who is left out [D-8.17]', () => {
  const wishers = [[1, 2], [1, 2], [3, 1], [3]].map((wishes, at) => ({ user_id: at + 1, wishes, luck: 0 }));
  const offers = [
    { id: 1, capacity: 3, minimum: 2 },
    { id: 2, capacity: 3, minimum: 1 },
    { id: 3, capacity: 3, minimum: 3 },
  ];
  expect(proposeClosings(wishers, offers, 's')).toEqual([
    { option_id: 2, count: 0, minimum: 1, worse: 0, left_out: 0 },
    { option_id: 3, count: 2, minimum: 3, worse: 1, left_out: 1 },
  ]);
});

it('five wishes count, bad luck up to ten points, and an option without places takes nobody [D-8.16]', () => {
  expect([costOf(1, 11), costOf(1, 9)]).toEqual([costOf(1, 10), costOf(1, 10) - 1]);
  const rankOf = (wishes: number[]) =>
    allocate([{ user_id: 1, wishes, luck: 0 }], [{ id: 9, capacity: 1 }], 's').places[0]?.rank;
  expect([rankOf([1, 2, 3, 4, 9]), rankOf([1, 2, 3, 4, 5, 9])]).toEqual([4, null]);
  const none = allocate([{ user_id: 1, wishes: [9], luck: 0 }], [{ id: 9, capacity: 0 }], 's');
  expect(none).toMatchObject({ places: [{ option_id: null, rank: null }], cost: costOf(null, 0) });
});

it('of several that could be closed, the one that leaves fewest without a place comes first [D-8.17]', () => {
  const wishers = [[1], [2, 3], [2, 3]].map((wishes, at) => ({ user_id: at + 1, wishes, luck: 0 }));
  const offers = [1, 2, 3].map((id) => ({ id, capacity: 3, minimum: id === 3 ? 0 : 3 }));
  expect(
    proposeClosings(wishers, offers, 's').map(({ option_id, worse, left_out }) => [option_id, worse, left_out]),
  ).toEqual([
    [2, 2, 0],
    [1, 0, 1],
  ]);
});

it('1,200 pupils with four wishes among 55 courses have their places', () => {
  const random = randomOf(7);
  const offers = Array.from({ length: 55 }, (_, id) => ({ id: id + 1, capacity: 23 }));
  const wishers = Array.from({ length: 1200 }, (_, at) => {
    // A few courses are what most want.
    const own = new Set<number>();
    while (own.size < 4) own.add(1 + Math.floor((random(55) * random(55)) / 55));
    return { user_id: at + 1, wishes: [...own], luck: 0 };
  });
  const { places } = allocate(wishers, offers, 'x');
  expect(places).toHaveLength(1200);
});
