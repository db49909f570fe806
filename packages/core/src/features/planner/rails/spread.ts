import { Network } from '../../../kernel/network.ts';
import type { RailModel, RailPlan } from './model.ts';
import { WHEN_BITS } from './when.ts';

/** One step of evenness outweighs all that a single flow could leave where it was. */
const STEP = 10_000;
/** Nothing is worth leaving somebody out. */
const LEFT_OUT = STEP * 1_000_000;
/** Most rounds over all pupils and groups; each makes it better, or is the last. */
const ROUNDS = 30;
/** Most ways of one pupil with courses of a part of the year that are looked at; the best of them counts. */
const LOOKS = 120;

/** How pupils are spread over the courses of given rails. */
export interface Spread {
  readonly seats: readonly (readonly number[])[];
  /** Pupils and groups without a course. */
  readonly open: number;
  /** The sum of the squares of all sizes: the smaller, the more even. */
  readonly squares: number;
}

/** The quarters of the year in which one pupil's rails are taken. */
class Taken {
  private readonly taken: Uint8Array;
  private readonly bits: readonly number[];
  private readonly rail: readonly number[];

  constructor({ rails, bits }: RailModel, rail: readonly number[]) {
    this.taken = new Uint8Array(rails);
    this.bits = bits;
    this.rail = rail;
  }

  isFree(course: number): boolean {
    return ((this.taken[this.rail[course] as number] as number) & (this.bits[course] as number)) === 0;
  }

  /** Takes a place that is free, or gives it back. */
  toggle(course: number): void {
    const rail = this.rail[course] as number;
    this.taken[rail] = (this.taken[rail] as number) ^ (this.bits[course] as number);
  }
}

/**
 * Spreads pupils over courses: nobody has two courses of one rail that meet in a part of the year, no course has more than its capacity, sizes are as even
 * as can be, and whoever need not change does not. Two flows of least cost take turns until neither finds better: one gives
 * a pupil courses of different rails, the other evens out the parallel courses of one group, exactly.
 */
export function spread(model: RailModel, rail: readonly number[], begin?: RailPlan['seats']): Spread {
  const { courses, groups, pupils, bits } = model;
  const sizes = new Int32Array(courses.length);
  const seats = pupils.map(({ groups: own }, pupil) => {
    const used = new Taken(model, rail);
    return own.map((_, at) => {
      const course = begin?.[pupil]?.[at] ?? -1;
      const isFree = course >= 0 && used.isFree(course);
      if (!isFree || (sizes[course] as number) >= (courses[course]?.capacity ?? 0)) return -1;
      used.toggle(course);
      sizes[course] = (sizes[course] as number) + 1;
      return course;
    });
  });
  const seat = (pupil: number, at: number, course: number) => {
    const own = seats[pupil] as number[];
    const former = own[at] as number;
    if (former >= 0) sizes[former] = (sizes[former] as number) - 1;
    if (course >= 0) sizes[course] = (sizes[course] as number) + 1;
    own[at] = course;
  };

  const hasPlace = (course: number) => (sizes[course] as number) < (courses[course]?.capacity ?? 0);
  const isPart = groups.map((parallel) => parallel.some((course) => bits[course] !== WHEN_BITS.WHOLE));

  /** Gives one pupil the courses that cost least, as the others sit. */
  function place(pupil: number): void {
    const { groups: own, former } = pupils[pupil] as RailModel['pupils'][number];
    const before = [...(seats[pupil] as number[])];
    for (const at of own.keys()) seat(pupil, at, -1);
    const costOf = (at: number, course: number) =>
      course < 0 ? LEFT_OUT : (2 * (sizes[course] as number) + 1) * STEP + (former[at] === course ? 0 : 1);
    const optionsOf = (at: number) => (groups[own[at] as number] as readonly number[]).filter(hasPlace);
    const sumOf = (chosen: readonly number[]) => chosen.reduce((sum, course, at) => sum + costOf(at, course), 0);
    const ats = [...own.keys()];
    const parts = ats.filter((at) => isPart[own[at] as number]);
    const whole = ats.filter((at) => !isPart[own[at] as number]);
    const used = new Taken(model, rail);

    /** The cheapest courses that run in the whole year, on rails that are free: a flow. */
    function flow(chosen: number[]): void {
      const network = new Network();
      const [source, sink] = [network.node(), network.node()];
      const rails = new Map<number, number>();
      const railNode = (number: number): number => {
        const known = rails.get(number);
        if (known !== undefined) return known;
        const node = network.node();
        network.link(node, sink, 0);
        rails.set(number, node);
        return node;
      };
      const edges = whole.flatMap((at) => {
        const node = network.node();
        network.link(source, node, 0);
        network.link(node, sink, LEFT_OUT);
        return optionsOf(at)
          .filter((course) => used.isFree(course))
          .map((course) => {
            const edge = network.link(node, railNode(rail[course] as number), costOf(at, course));
            return { at, course, edge };
          });
      });
      for (let sent = 0; sent < whole.length; sent += 1) network.augment(source, sink);
      for (const { at, course, edge } of edges) if (network.isUsed(edge)) chosen[at] = course;
    }

    /** The least that is to come, whatever is free. */
    const leastOf = (all: readonly number[]) =>
      all.reduce((sum, at) => sum + Math.min(LEFT_OUT, ...optionsOf(at).map((course) => costOf(at, course))), 0);
    const toCome = parts.map((_, index) => leastOf([...parts.slice(index), ...whole]));
    let best = { chosen: before, cost: parts.length > 0 ? sumOf(before) : Number.POSITIVE_INFINITY };
    let looks = 0;
    const chosen = own.map(() => -1);
    const next = (index: number, cost: number): void => {
      const at = parts[index];
      if (at === undefined) {
        looks += 1;
        const made = [...chosen];
        flow(made);
        const sum = sumOf(made);
        if (sum < best.cost) best = { chosen: made, cost: sum };
        return;
      }
      if (looks >= LOOKS || cost + (toCome[index] as number) >= best.cost) return;
      const options = optionsOf(at).sort((one, other) => costOf(at, one) - costOf(at, other));
      for (const course of options) {
        if (!used.isFree(course)) continue;
        used.toggle(course);
        chosen[at] = course;
        next(index + 1, cost + costOf(at, course));
        used.toggle(course);
      }
      chosen[at] = -1;
      next(index + 1, cost + LEFT_OUT);
    };
    next(0, 0);
    for (const [at, course] of best.chosen.entries()) if (course >= 0) seat(pupil, at, course);
  }

  const takers = groups.map((_, group) =>
    pupils.flatMap(({ groups: own }, pupil) => {
      const at = own.indexOf(group);
      return at === -1 ? [] : [{ pupil, at }];
    }),
  );

  /** Evens out the parallel courses of a group, as everybody's other courses are. */
  function even(group: number): void {
    const parallel = groups[group] as readonly number[];
    const network = new Network();
    const [source, sink] = [network.node(), network.node()];
    const people = takers[group] as { pupil: number; at: number }[];
    const nodes = new Map(
      parallel.map((course) => {
        const node = network.node();
        const most = Math.min(courses[course]?.capacity ?? 0, people.length);
        for (let size = 0; size < most; size += 1) network.link(node, sink, (2 * size + 1) * STEP);
        return [course, node];
      }),
    );
    const edges = people.flatMap(({ pupil, at }) => {
      const own = seats[pupil] as number[];
      const used = new Taken(model, rail);
      for (const [index, course] of own.entries()) if (index !== at && course >= 0) used.toggle(course);
      const node = network.node();
      network.link(source, node, 0);
      network.link(node, sink, LEFT_OUT);
      return parallel.flatMap((course) => {
        if (!used.isFree(course)) return [];
        const cost = pupils[pupil]?.former[at] === course ? 0 : 1;
        return [{ pupil, at, course, edge: network.link(node, nodes.get(course) as number, cost) }];
      });
    });
    for (let sent = 0; sent < people.length; sent += 1) network.augment(source, sink);
    for (const { pupil, at } of people) seat(pupil, at, -1);
    for (const { pupil, at, course, edge } of edges) if (network.isUsed(edge)) seat(pupil, at, course);
  }

  const costNow = () => {
    let [open, squares, moved] = [0, 0, 0];
    for (const size of sizes) squares += size * size;
    for (const [pupil, own] of seats.entries())
      for (const [at, course] of own.entries()) {
        if (course < 0) open += 1;
        else if (course !== pupils[pupil]?.former[at]) moved += 1;
      }
    return { open, squares, moved };
  };
  const several = groups.flatMap((parallel, group) => (parallel.length > 1 ? [group] : []));
  let best = { open: Number.POSITIVE_INFINITY, squares: 0, moved: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pupil of pupils.keys()) place(pupil);
    for (const group of several) even(group);
    const now = costNow();
    const isBetter = now.open - best.open || now.squares - best.squares || now.moved - best.moved;
    best = now;
    if (isBetter >= 0) break;
  }
  return { seats, open: best.open, squares: best.squares };
}

/** The squares that no spread can be below: each group as even as its number of pupils and courses lets it be. */
export function leastSquares({ groups, pupils }: RailModel): number {
  return groups.reduce((sum, parallel, group) => {
    const takers = pupils.filter(({ groups: own }) => own.includes(group)).length;
    const [each, more] = [Math.floor(takers / parallel.length), takers % parallel.length];
    return sum + more * (each + 1) ** 2 + (parallel.length - more) * each ** 2;
  }, 0);
}
