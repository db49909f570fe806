import { describe, expect, it } from 'vitest';
import {
  type Allocated,
  type AllocationProblem,
  allocateWishesInSteps,
  type Wish,
  waitingAfter,
} from './allocation.ts';
import { type HeldMeeting, refusalOf } from './rules.ts';
import { isWithinWindow, wishProblems } from './wishes.ts';

const TIMES = ['16:00', '16:10', '16:20', '16:30', '16:40', '16:50'];
const RULES = { slot_minutes: 10, walking_minutes: 5, maximum: 3, maximum_of: 'child' as const };
const SEEDS = Array.from({ length: 12 }, (_, at) => `seed ${at}`);

function allocate(problem: Partial<AllocationProblem>): Allocated {
  const none = { wishes: [], teachers: [], held: [], children: new Map(), windows: new Map(), rules: RULES, seed: 's' };
  const steps = allocateWishesInSteps({ ...none, ...problem });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
const teacher = (teacher_id: number, free: readonly string[] = TIMES, is_absent = false) => ({
  teacher_id,
  place: `room ${teacher_id}`,
  is_absent,
  free,
});
/** The wishes of a child, best first; parents have the number of their child and 100. */
const wishesOf = (child_id: number, ...teachers: number[]): Wish[] =>
  teachers.map((teacher_id, at) => ({ teacher_id, child_id, parent_id: 100 + child_id, rank: at + 1 }));
const said = ({ granted, refused }: Allocated) => ({
  granted: granted.map((one) => `${one.child_id} with ${one.teacher_id} at ${one.starts_at}`).sort(),
  refused: refused.map((one) => `${one.child_id} with ${one.teacher_id}: ${one.reason}`).sort(),
});
const whoMeets = (result: Allocated, id: number) =>
  result.granted.filter((one) => one.teacher_id === id).map((one) => one.child_id);

describe('allocating wishes', () => {
  it('gives all first wishes before the second ones, whoever is drawn first [D-8.16]', () => {
    const wishes = [...wishesOf(1, 1, 2), ...wishesOf(2, 2)];
    for (const seed of SEEDS)
      expect(whoMeets(allocate({ wishes, teachers: [teacher(1), teacher(2, ['16:00'])], seed }), 2)).toEqual([2]);
  });

  it('gives a second wish first to who got least so far [D-8.16]', () => {
    const wishes = [...wishesOf(1, 1, 2), ...wishesOf(2, 3, 2)];
    const teachers = [teacher(1, [], true), teacher(2, ['16:30']), teacher(3)];
    for (const seed of SEEDS) expect(whoMeets(allocate({ wishes, teachers, seed }), 2)).toEqual([1]);
  });

  it('lets the lottery decide between equals, and gives the same for the same problem in any order', () => {
    const wishes = [1, 2, 3].flatMap((child) => wishesOf(child, 1, 2));
    const teachers = [teacher(1, ['16:00', '16:30']), teacher(2, ['16:00'])];
    const winners = new Set(SEEDS.map((seed) => whoMeets(allocate({ wishes, teachers, seed }), 1).sort().join()));
    expect(winners.size).toBe(3);
    for (const seed of SEEDS) {
      const { granted, lottery } = allocate({ wishes, teachers, seed });
      const first = granted.filter((one) => one.teacher_id === 1).map((one) => lottery.get(one.parent_id));
      expect(first.sort()).toEqual([1, 2]);
      const turned = { wishes: wishes.toReversed(), teachers: teachers.toReversed(), seed };
      expect(said(allocate(turned))).toEqual(
        said({ granted, refused: allocate({ wishes, teachers, seed }).refused, lottery }),
      );
    }
  });

  it('moves whoever can come at another time, so that nobody has to stay away', () => {
    const wishes = [...wishesOf(1, 1), ...wishesOf(2, 1), ...wishesOf(3, 1)];
    const windows = new Map([
      [1, { begins_at: null, ends_at: '16:10' }],
      [2, { begins_at: null, ends_at: '16:20' }],
    ]);
    for (const seed of SEEDS)
      expect(said(allocate({ wishes, teachers: [teacher(1, TIMES.slice(0, 3))], windows, seed }))).toEqual({
        granted: ['1 with 1 at 16:00', '2 with 1 at 16:10', '3 with 1 at 16:20'],
        refused: [],
      });
  });

  it('brings the appointments of a family together, with the way between two rooms, for siblings too', () => {
    const own = [...wishesOf(1, 1, 2), { teacher_id: 3, child_id: 2, parent_id: 101, rank: 1 }];
    const { granted } = allocate({ wishes: own, teachers: [1, 2, 3].map((id) => teacher(id)) });
    expect(granted.map((one) => one.starts_at).sort()).toEqual(['16:00', '16:20', '16:40']);
    const near = [1, 2, 3].map((id) => ({ ...teacher(id), place: 'hall' }));
    const together = allocate({ wishes: own, teachers: near }).granted.map((one) => one.starts_at);
    expect(together.sort()).toEqual(['16:00', '16:10', '16:20']);
    // What was given first moves to what comes later, and two who hinder each other swap.
    const inHall = (id: number, ...free: string[]) => ({ ...teacher(id, free), place: 'hall' });
    const wide = [inHall(1, '16:00', '16:50'), inHall(2, '17:00'), inHall(3, '16:10')];
    const alone = allocate({ wishes: wishesOf(1, 1, 2), teachers: wide });
    expect(said(alone).granted).toEqual(['1 with 1 at 16:50', '1 with 2 at 17:00']);
    for (const seed of SEEDS) {
      const both = allocate({ wishes: [...wishesOf(1, 1, 2), ...wishesOf(2, 1, 3)], teachers: wide, seed });
      expect(said(both).granted).toEqual([
        '1 with 1 at 16:50',
        '1 with 2 at 17:00',
        '2 with 1 at 16:00',
        '2 with 3 at 16:10',
      ]);
    }
    // Appointments that stay draw the others to them.
    const held = (id: number, child_id: number, starts_at: string): HeldMeeting => ({
      id,
      teacher_id: 8 + id,
      child_id,
      parent_id: 100 + child_id,
      starts_at,
      place: 'hall',
      is_invited: true,
    });
    const swapped = allocate({
      wishes: [...wishesOf(1, 1), ...wishesOf(2, 1)],
      teachers: [{ ...teacher(1, ['16:00', '17:00']), place: 'hall' }],
      held: [held(1, 1, '17:10'), held(2, 2, '16:10')],
    });
    expect(said(swapped).granted).toEqual(['1 with 1 at 17:00', '2 with 1 at 16:00']);
  });

  it('says why a wish gets nothing', () => {
    const result = allocate({
      wishes: [...wishesOf(1, 1, 2, 3, 4), ...wishesOf(2, 5)],
      teachers: [teacher(1), teacher(2), teacher(3, [], true), teacher(4), teacher(5, [])],
      rules: { ...RULES, maximum: 2 },
    });
    expect(said(result).refused).toEqual(['1 with 3: enough', '1 with 4: enough', '2 with 5: full']);
    const late = new Map([[1, { begins_at: '16:55', ends_at: null }]]);
    const none = allocate({ wishes: wishesOf(1, 1, 2), teachers: [teacher(1), teacher(2, [], true)], windows: late });
    expect(said(none)).toEqual({ granted: [], refused: ['1 with 1: times', '1 with 2: absent'] });
  });

  it('counts what the family has, not what it was invited to, for the family or each child', () => {
    const held: HeldMeeting = {
      id: 1,
      teacher_id: 7,
      child_id: 2,
      parent_id: 9,
      starts_at: '16:00',
      place: 'x',
      is_invited: false,
    };
    const count = (maximum_of: 'child' | 'family', is_invited: boolean) =>
      allocate({
        wishes: wishesOf(1, 1, 2),
        teachers: [teacher(1), teacher(2)],
        held: [{ ...held, is_invited }],
        children: new Map([[101, [1, 2]]]),
        rules: { ...RULES, maximum: 2, maximum_of },
      }).granted.length;
    expect([count('child', false), count('family', false), count('family', true)]).toEqual([2, 1, 2]);
  });

  it('keeps what there is: an invitation stays, its time and its way too, and is no wish any more', () => {
    const invited: HeldMeeting = {
      id: 1,
      teacher_id: 2,
      child_id: 1,
      parent_id: null,
      starts_at: '16:10',
      place: 'room 2',
      is_invited: true,
    };
    const result = allocate({
      wishes: wishesOf(1, 1, 2),
      teachers: [teacher(1, TIMES.slice(0, 4)), teacher(2, TIMES.slice(2))],
      held: [invited],
    });
    expect(said(result)).toEqual({ granted: ['1 with 1 at 16:30'], refused: [] });
  });

  it('keeps a parent free for an invitation about another child, which nobody has answered', () => {
    const invited = {
      id: 1,
      teacher_id: 9,
      child_id: 2,
      parent_id: null,
      starts_at: '16:00',
      place: 'x',
      is_invited: true,
    };
    const at = (children: ReadonlyMap<number, readonly number[]>) =>
      allocate({ wishes: wishesOf(1, 1), teachers: [teacher(1)], held: [invited], children }).granted[0]?.starts_at;
    expect(at(new Map([[101, [1, 2]]]))).toBe('16:20');
    expect(at(new Map([[101, [1]]]))).toBe('16:00');
  });

  it('lets wishes wait for whoever is there: the better first, then as drawn, twenty of a parent', () => {
    const refused = (child_id: number, rank: number, reason: 'full' | 'times' | 'absent' | 'enough') => ({
      child_id,
      rank,
      reason,
      teacher_id: 10 * child_id + rank,
      parent_id: child_id > 2 ? 103 : 100 + child_id,
    });
    const lottery = new Map([
      [101, 2],
      [102, 1],
    ]);
    const few = [
      refused(1, 2, 'full'),
      refused(1, 1, 'times'),
      refused(2, 1, 'full'),
      refused(2, 2, 'absent'),
      refused(2, 3, 'enough'),
    ];
    const shown = waitingAfter({ granted: [], refused: few, lottery }).map((one) => `${one.child_id} ${one.rank}`);
    expect(shown).toEqual(['2 1', '1 1', '1 2']);
    const many = [3, 4].flatMap((child) => Array.from({ length: 12 }, (_, at) => refused(child, at + 1, 'full')));
    const long = waitingAfter({ granted: [], refused: [...many, refused(1, 12, 'full')], lottery });
    expect(long).toHaveLength(21);
    expect(Math.max(...long.filter((one) => one.parent_id === 103).map(({ rank }) => rank))).toBe(10);
  });

  it('never gives what a family could not book, nor refuses what is free, in 150 schools made by chance', () => {
    let state = 5;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let school = 0; school < 150; school += 1) {
      const teachers = [1, 2, 3, 4].map((id) => ({
        ...teacher(
          id,
          TIMES.filter(() => random(4) > 0),
          random(12) === 0,
        ),
        place: `room ${random(3)}`,
      }));
      const children = new Map<number, readonly number[]>([
        [101, [1, 2]],
        [103, [3]],
        [104, [4]],
        [105, [5, 6]],
      ]);
      const parentOf = (child: number) => [...children].find(([, own]) => own.includes(child))?.[0] ?? 0;
      const wishes = [1, 2, 3, 4, 5, 6].flatMap((child_id) =>
        [1, 2, 3, 4]
          .filter(() => random(3) > 0)
          .map((teacher_id, at) => ({ teacher_id, child_id, parent_id: parentOf(child_id), rank: at + 1 })),
      );
      const windows = new Map(
        [1, 3, 5].map((child) => [
          child,
          { begins_at: random(2) ? '16:20' : null, ends_at: random(2) ? '16:50' : null },
        ]),
      );
      const rules = {
        ...RULES,
        walking_minutes: 10 * random(3),
        maximum: 1 + random(3),
        maximum_of: random(2) ? ('family' as const) : ('child' as const),
      };
      const problem = { wishes, teachers, windows, children, rules, seed: `${school}` };
      const { granted, refused } = allocate(problem);
      expect(granted.length + refused.length).toBe(wishes.length);
      const meetings = granted.map((one, id) => ({
        ...one,
        id,
        is_invited: false,
        place: teachers.find(({ teacher_id }) => teacher_id === one.teacher_id)?.place ?? '',
      }));
      expect(new Set(granted.map((one) => `${one.teacher_id} ${one.starts_at}`)).size).toBe(granted.length);
      const ofFamily = (one: Wish) => (other: Wish) =>
        other.parent_id === one.parent_id || (children.get(one.parent_id) ?? []).includes(other.child_id);
      for (const one of meetings) {
        const others = meetings.filter((other) => other !== one && ofFamily(one)(other));
        expect(refusalOf(one, others, rules), `school ${school}`).toBeNull();
        expect(isWithinWindow(one.starts_at, 10, windows.get(one.child_id) ?? { begins_at: null, ends_at: null })).toBe(
          true,
        );
        const met = teachers.find(({ teacher_id }) => teacher_id === one.teacher_id);
        expect(met?.free).toContain(one.starts_at);
        expect(met?.is_absent).toBe(false);
      }
      for (const one of refused) {
        const { place, free, is_absent } =
          teachers.find(({ teacher_id }) => teacher_id === one.teacher_id) ?? teacher(0);
        const isTaken = (time: string) =>
          meetings.some((other) => other.teacher_id === one.teacher_id && other.starts_at === time);
        const left = is_absent ? [] : free.filter((time) => !isTaken(time));
        const own = meetings.filter(ofFamily(one));
        const codes = left
          .filter((time) => isWithinWindow(time, 10, windows.get(one.child_id) ?? { begins_at: null, ends_at: null }))
          .map((starts_at) => refusalOf({ ...one, starts_at, place, is_invited: false }, own, rules));
        expect(codes, `school ${school}: ${JSON.stringify(one)}`).not.toContain(null);
        if (one.reason === 'full') expect(left).toEqual([]);
        if (one.reason === 'absent') expect(is_absent).toBe(true);
        if (one.reason === 'times') expect(left).not.toEqual([]);
      }
    }
  });
});

describe('wishes', () => {
  const evening = { begins_at: '16:00', ends_at: '18:00', slot_minutes: 10 };
  const wrong = (begins_at: string | null, ends_at: string | null, teacher_ids = [1, 2]) =>
    wishProblems({ teacher_ids, begins_at, ends_at }, evening).map(({ field, rule }) => `${field} ${rule}`);

  it('name each teacher once, and a time into which an appointment of the evening fits', () => {
    expect(wrong(null, null)).toEqual([]);
    expect(wrong(null, null, [])).toEqual([]);
    expect(wrong(null, null, [1, 2, 1])).toEqual(['teacher_ids wishedTwice']);
    expect(wrong('16:00', '16:10')).toEqual([]);
    expect(wrong('16:01', '16:11')).toEqual(['ends_at windowShort']);
    expect(wrong('16:01', '16:20')).toEqual([]);
    expect(wrong('17:50', null)).toEqual([]);
    expect(wrong('17:51', null)).toEqual(['ends_at windowShort']);
    expect(wrong(null, '16:09')).toEqual(['ends_at windowShort']);
    expect(wrong('15:00', '20:00')).toEqual([]);
    expect(wrong('17:00', '16:30')).toEqual(['ends_at windowShort']);
  });

  it('are met where the whole appointment lies in the time', () => {
    const at = (time: string) => isWithinWindow(time, 10, { begins_at: '16:20', ends_at: '16:40' });
    expect(['16:10', '16:20', '16:30', '16:40'].filter(at)).toEqual(['16:20', '16:30']);
  });
});
