import { toMinutes, toTime } from '../../kernel/calendar/times.ts';
import { drawLottery } from '../../kernel/lottery.ts';
import { type BookingRules, type HeldMeeting, leftOf, WAITING_MAXIMUM } from './rules.ts';
import { isWithinWindow, type RefusedWish, type Window } from './wishes.ts';

/** A teacher whom a parent wants to meet about a child. `rank` is 1 for the best wish of the child. */
export interface Wish {
  readonly teacher_id: number;
  readonly child_id: number;
  readonly parent_id: number;
  readonly rank: number;
}

export interface AllocatedTeacher {
  readonly teacher_id: number;
  readonly place: string;
  readonly is_absent: boolean;
  /** The appointments that nobody has, as the times at which they begin. */
  readonly free: readonly string[];
}

export interface AllocationProblem {
  readonly wishes: readonly Wish[];
  readonly teachers: readonly AllocatedTeacher[];
  /** The appointments that there are; they stay. */
  readonly held: readonly HeldMeeting[];
  /** The children of each parent who wishes. */
  readonly children: ReadonlyMap<number, readonly number[]>;
  /** When families can come, by child. */
  readonly windows: ReadonlyMap<number, Window>;
  readonly rules: BookingRules;
  /** What the lottery between equals is drawn from. */
  readonly seed: string;
}

export type GrantedWish = Wish & { readonly starts_at: string };
export type UngrantedWish = Wish & { readonly reason: RefusedWish };

export interface Allocated {
  readonly granted: readonly GrantedWish[];
  readonly refused: readonly UngrantedWish[];
  /** Whom the lottery draws when: the parents, from 1. */
  readonly lottery: ReadonlyMap<number, number>;
}

/** A meeting on the way to the result; one without a wish stays where it is. */
interface Placed {
  readonly wish: Wish | null;
  readonly teacher_id: number;
  readonly child_id: number;
  readonly parent_id: number | null;
  readonly place: string;
  at: number;
}

/** How many appointments may move so that one more fits, and how often all are looked at to bring those of a family together. */
const CHAIN = 3;
const PASSES = 4;

/** Who is where: what fits, what is in the way, and what moves. */
class Board {
  private readonly people = new Map<string, Set<Placed>>();
  private readonly slots = new Map<number, Map<number, Placed | null>>();
  private readonly places = new Map<number, string>();
  /** By child. */
  private readonly parents: ReadonlyMap<number, readonly number[]>;

  private readonly problem: AllocationProblem;

  constructor(problem: AllocationProblem) {
    this.problem = problem;
    const links = [...problem.children].flatMap(([parent, own]) => own.map((child) => ({ parent, child })));
    this.parents = new Map(
      [...Map.groupBy(links, ({ child }) => child)].map(([child, of]) => [child, of.map(({ parent }) => parent)]),
    );
    for (const { teacher_id, place, free, is_absent } of problem.teachers) {
      this.places.set(teacher_id, place);
      this.slots.set(teacher_id, new Map(is_absent ? [] : free.map((time) => [toMinutes(time), null])));
    }
    for (const { teacher_id, child_id, parent_id, place, starts_at } of problem.held)
      this.join({ wish: null, teacher_id, child_id, parent_id, place, at: toMinutes(starts_at) });
  }

  isFull(teacherId: number): boolean {
    return [...this.slotsOf(teacherId).values()].every((one) => one !== null);
  }

  isFixed(wish: Wish): boolean {
    return this.problem.held.some((one) => one.teacher_id === wish.teacher_id && one.child_id === wish.child_id);
  }

  /** Finds an appointment for a wish, and moves up to `chain` others out of its way. */
  fit(wish: Wish, chain: number): boolean {
    if (this.isFull(wish.teacher_id)) return false;
    const times = this.timesOf(wish);
    const direct = times.find((at) => this.blockersOf(wish, at).length === 0);
    if (direct !== undefined) {
      this.put(wish, direct);
      return true;
    }
    if (chain === 0) return false;
    for (const at of times) {
      const [blocker, ...more] = this.blockersOf(wish, at);
      if (!blocker?.wish || more.length > 0) continue;
      this.take(blocker);
      const placed = this.put(wish, at);
      if (this.fit(blocker.wish, chain - 1)) return true;
      this.take(placed);
      this.return(blocker);
    }
    return false;
  }

  /** Moves or swaps the appointments of a family so that it is at school for less time; false: nothing is better. */
  bringTogether(one: Placed): boolean {
    const { wish } = one;
    if (!wish) return false;
    for (const [at, other] of this.slotsOf(one.teacher_id)) {
      if (other === one || (other && !other.wish)) continue;
      const before = this.spanOf(one) + (other ? this.spanOf(other) : 0);
      const from = one.at;
      this.take(one);
      if (other) this.take(other);
      const fits = (meeting: Placed, time: number) =>
        meeting.wish !== null &&
        this.isInWindow(meeting.wish, time) &&
        this.blockersOf(meeting.wish, time).length === 0;
      let isBetter = fits(one, at);
      if (isBetter) {
        this.return(one, at);
        if (other && fits(other, from)) this.return(other, from);
        else if (other) isBetter = false;
        isBetter &&= this.spanOf(one) + (other ? this.spanOf(other) : 0) < before;
      }
      if (isBetter) return true;
      this.take(one);
      if (other) this.take(other);
      this.return(one, from);
      if (other) this.return(other, at);
    }
    return false;
  }

  /** The appointments that wishes have, by teacher and time. */
  granted(): Placed[] {
    return [...this.slots.values()].flatMap((times) => [...times.values()].filter((one) => one !== null));
  }

  private slotsOf(teacherId: number): Map<number, Placed | null> {
    return this.slots.get(teacherId) ?? new Map();
  }

  private isInWindow({ child_id }: Wish, at: number): boolean {
    const window = this.problem.windows.get(child_id);
    return window === undefined || isWithinWindow(toTime(at), this.problem.rules.slot_minutes, window);
  }

  /** The times of a teacher at which a family can come, those next to its other appointments first. */
  private timesOf(wish: Wish): number[] {
    const own = this.ownOf(wish);
    const distance = (at: number) => Math.min(...own.map((one) => Math.abs(one.at - at)), 24 * 60);
    return [...this.slotsOf(wish.teacher_id).keys()]
      .filter((at) => this.isInWindow(wish, at))
      .sort((one, other) => distance(one) - distance(other) || one - other);
  }

  /** What keeps a family from an appointment: who has it, and its own appointments then or too near to walk from. */
  private blockersOf(wish: Wish, at: number): Placed[] {
    const { slot_minutes, walking_minutes } = this.problem.rules;
    const place = this.places.get(wish.teacher_id);
    const occupant = this.slotsOf(wish.teacher_id).get(at);
    const near = this.ownOf(wish).filter(
      (one) => one.at === at || (one.place !== place && Math.abs(one.at - at) < slot_minutes + walking_minutes),
    );
    return [...new Set(occupant ? [occupant, ...near] : near)];
  }

  private ownOf({ child_id, parent_id }: Pick<Placed, 'child_id' | 'parent_id'>): Placed[] {
    const found = [this.people.get(`child ${child_id}`), this.people.get(`parent ${parent_id}`)];
    return [...new Set(found.flatMap((all) => [...(all ?? [])]))];
  }

  /** Minutes from the first to the last appointment of whoever goes. */
  private spanOf(meeting: Placed): number {
    const times = this.ownOf(meeting).map(({ at }) => at);
    return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
  }

  private put(wish: Wish, at: number): Placed {
    const { teacher_id, child_id, parent_id } = wish;
    const placed = { wish, teacher_id, child_id, parent_id, place: this.places.get(teacher_id) ?? '', at };
    this.return(placed);
    return placed;
  }

  private return(meeting: Placed, at: number = meeting.at): void {
    meeting.at = at;
    this.slotsOf(meeting.teacher_id).set(at, meeting);
    this.join(meeting);
  }

  private take(meeting: Placed): void {
    const slots = this.slotsOf(meeting.teacher_id);
    if (slots.get(meeting.at) === meeting) slots.set(meeting.at, null);
    for (const key of this.keysOf(meeting)) this.people.get(key)?.delete(meeting);
  }

  private join(meeting: Placed): void {
    for (const key of this.keysOf(meeting)) {
      const all = this.people.get(key) ?? new Set();
      this.people.set(key, all.add(meeting));
    }
  }

  /** Whose time it is. Of an invitation that nobody has answered, each parent may be the one who comes. */
  private keysOf({ child_id, parent_id }: Placed): string[] {
    const parents = parent_id === null ? (this.parents.get(child_id) ?? []) : [parent_id];
    return [`child ${child_id}`, ...parents.map((one) => `parent ${one}`)];
  }
}

/**
 * Gives appointments for wishes: all first wishes before the second ones, and within a rank those first who have got least so far, then as
 * the lottery draws them. A wish moves what was given before, and takes nothing from anybody. At the end the appointments of a family
 * come together as far as nobody loses one. The same problem in any order has the same result. It may be left between any two steps.
 */
export function* allocateWishesInSteps(problem: AllocationProblem): Generator<void, Allocated, void> {
  const { wishes, held, rules, seed } = problem;
  const teachers = problem.teachers.toSorted((one, other) => one.teacher_id - other.teacher_id);
  const lottery = drawLottery(
    wishes.map(({ parent_id }) => parent_id),
    seed,
  );
  const sorted = wishes.toSorted(
    (one, other) =>
      (lottery.get(one.parent_id) ?? 0) - (lottery.get(other.parent_id) ?? 0) ||
      one.child_id - other.child_id ||
      one.teacher_id - other.teacher_id,
  );
  const board = new Board({ ...problem, teachers });
  const absent = new Set(teachers.filter(({ is_absent }) => is_absent).map(({ teacher_id }) => teacher_id));
  const enough: UngrantedWish[] = [];
  const open: Wish[] = [];
  const counted: HeldMeeting[] = [...held];
  const got = new Map<number, number>();
  /** Gives an appointment for a wish, or says that the family has enough; false: nothing fits. */
  function give(wish: Wish): boolean {
    const family = problem.children.get(wish.parent_id) ?? [wish.child_id];
    const own = counted.filter((one) => one.parent_id === wish.parent_id || family.includes(one.child_id));
    if (leftOf(wish.child_id, own, rules) === 0) {
      enough.push({ ...wish, reason: 'enough' });
      return true;
    }
    if (!board.fit(wish, CHAIN)) return false;
    got.set(wish.parent_id, (got.get(wish.parent_id) ?? 0) + 1);
    counted.push({ ...wish, id: 0, starts_at: '', place: '', is_invited: false });
    return true;
  }
  for (const rank of [...new Set(wishes.map((one) => one.rank))].sort((one, other) => one - other)) {
    const before = new Map(got);
    const round = sorted
      .filter((one) => one.rank === rank && !board.isFixed(one))
      .toSorted((one, other) => (before.get(one.parent_id) ?? 0) - (before.get(other.parent_id) ?? 0));
    for (const wish of round) {
      yield;
      if (!give(wish)) open.push(wish);
    }
  }
  for (let pass = 0; pass < PASSES; pass += 1) {
    let isBetter = false;
    for (const one of board.granted()) {
      yield;
      if (board.bringTogether(one)) isBetter = true;
    }
    if (!isBetter) break;
  }
  // What moved may have made room.
  const left = open.filter((wish) => !give(wish));
  const refused = left.map((wish): UngrantedWish => {
    const { teacher_id } = wish;
    return { ...wish, reason: absent.has(teacher_id) ? 'absent' : board.isFull(teacher_id) ? 'full' : 'times' };
  });
  const granted = board.granted().flatMap(({ wish, at }) => (wish ? [{ ...wish, starts_at: toTime(at) }] : []));
  return { granted, refused: [...refused, ...enough], lottery };
}

/**
 * Which wishes wait afterwards, in their order: those for teachers who are there and have nothing that fits, the better wish first, then as
 * the lottery drew. A parent waits for no more teachers than by hand.
 */
export function waitingAfter({ refused, lottery }: Allocated): Wish[] {
  const drawn = ({ parent_id }: Wish) => lottery.get(parent_id) ?? 0;
  const counts = new Map<number, number>();
  return refused
    .filter(({ reason }) => reason === 'full' || reason === 'times')
    .toSorted((one, other) => one.rank - other.rank || drawn(one) - drawn(other))
    .filter(({ parent_id }) => {
      const count = 1 + (counts.get(parent_id) ?? 0);
      counts.set(parent_id, count);
      return count <= WAITING_MAXIMUM;
    });
}
