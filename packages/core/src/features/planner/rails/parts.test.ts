import { describe, expect, it } from 'vitest';
import { diceOf } from '../proposal/random.ts';
import { type RailWhen, railProblem, suggestSecondHalf } from '../rails-rules.ts';
import { railQuery } from '../rails-schema.ts';
import { Layout } from './layout.ts';
import { type RailCourse, type RailInput, type RailModel, railModel } from './model.ts';
import { searchRails } from './search.ts';
import { spread } from './spread.ts';
import { railObstacles, railPlaces, teacherClashes } from './told.ts';
import { unplaced } from './unplaced.ts';
import { patternIn, type RailYear, weeksIn, whenOf } from './when.ts';

const courseOf = (id: number, when: RailWhen = 'WHOLE', rest: Partial<RailCourse> = {}): RailCourse => ({
  id,
  shortcut: `S${String.fromCharCode(64 + id)}`,
  subject_id: id,
  grade_ids: [1],
  teacher_ids: [id],
  capacity: 30,
  when,
  ...rest,
});
const inputOf = (
  courses: readonly RailCourse[],
  taken: readonly number[][],
  rest: Partial<RailInput> = {},
): RailInput => ({
  courses,
  pupils: taken.map((course_ids, at) => ({ user_id: at + 1, course_ids })),
  rails: 2,
  most_courses: 9,
  ...rest,
});
function bestOf(model: RailModel, steps = 4_000) {
  const search = searchRails(model, { seed: 1, steps });
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** The fewest that a pupil must leave out, by trying everything. */
function leastOpen(
  options: readonly (readonly { rail: number; bits: number }[])[],
  at = 0,
  used: readonly number[] = [],
): number {
  const own = options[at];
  if (!own) return 0;
  const taking = own.flatMap(({ rail, bits }) => {
    if (((used[rail] ?? 0) & bits) !== 0) return [];
    const next = [...used];
    next[rail] = (next[rail] ?? 0) | bits;
    return [leastOpen(options, at + 1, next)];
  });
  return Math.min(1 + leastOpen(options, at + 1, used), ...taking);
}

describe('courses of a part of the year', () => {
  it('share a rail where they never meet: half-years with one another, weeks A with weeks B, no half with a week [D-8.18]', () => {
    const openOf = (one: RailWhen, other: RailWhen) =>
      bestOf(railModel(inputOf([courseOf(1, one), courseOf(2, other)], [[1, 2]], { rails: 1 }))).open;
    const whens = ['WHOLE', 'FIRST', 'SECOND', 'A', 'B'] as const;
    const free = whens.flatMap((one) =>
      whens.filter((other) => openOf(one, other) === 0).map((other) => `${one} ${other}`),
    );
    expect(free).toEqual(['FIRST SECOND', 'SECOND FIRST', 'A B', 'B A']);
  });

  it('are counted as exactly as if everything had been tried [D-8.18]', () => {
    const dice = diceOf(5);
    const bits = [15, 15, 3, 12, 5, 10];
    for (let round = 0; round < 300; round += 1) {
      const groups = Array.from({ length: 2 + dice.below(4) }, () =>
        Array.from({ length: 1 + dice.below(2) }, () => ({ rail: dice.below(3), bits: bits[dice.below(6)] ?? 15 })),
      );
      expect(unplaced(groups, new Int8Array(32))).toBe(leastOpen(groups));
    }
  });

  it('are spread evenly, over weeks A and B too, and each pupil gets as many as there can be [D-8.18]', () => {
    const half = { subject_id: 7, capacity: 3 };
    const courses = [
      courseOf(1, 'A', { ...half, shortcut: 'NW1' }),
      courseOf(2, 'B', { ...half, shortcut: 'NW2' }),
      courseOf(3, 'A', { subject_id: 8 }),
      courseOf(4),
    ];
    const model = railModel(
      inputOf(courses, [
        [1, 3],
        [1, 3],
        [1, 3],
        [1, 4],
        [1, 4],
      ]),
    );
    expect(model.groups).toEqual([[0, 1], [2], [3]]);
    const found = spread(model, [0, 0, 0, 1]);
    expect(found.open).toBe(0);
    // Those with the other course of weeks A have the parallel one of weeks B.
    expect(found.seats.map(([course]) => course)).toEqual([1, 1, 1, 0, 0]);
    const dice = diceOf(3);
    for (let round = 0; round < 40; round += 1) {
      const whens = Array.from({ length: 5 }, () => (['WHOLE', 'FIRST', 'SECOND', 'A', 'B'] as const)[dice.below(5)]);
      const alone = railModel(
        inputOf(
          whens.map((when, at) => courseOf(at + 1, when)),
          [[1, 2, 3, 4, 5]],
          { rails: 3 },
        ),
      );
      const rail = whens.map(() => dice.below(3));
      const options = alone.bits.map((own, at) => [{ rail: rail[at] ?? 0, bits: own }]);
      expect(spread(alone, rail).open).toBe(leastOpen(options));
    }
  });

  it('do not stand for one another where somebody takes both of them one after the other', () => {
    const courses = [courseOf(1, 'FIRST'), courseOf(2, 'SECOND')].map((one) => ({
      ...one,
      subject_id: 9,
      shortcut: `LI${one.id}`,
    }));
    const groupsOf = (...taken: number[][]) => railModel(inputOf(courses, taken)).groups;
    expect(groupsOf([1], [2])).toEqual([[0, 1]]);
    expect(groupsOf([1], [1, 2])).toEqual([[0], [1]]);
    const whole = courses.map((one) => ({ ...one, when: 'WHOLE' as const }));
    expect(railModel(inputOf(whole, [[1, 2]])).groups).toEqual([[0, 1]]);
    const meeting = courses.map((one, at) => (at === 0 ? one : { ...one, when: 'A' as const }));
    expect(railModel(inputOf(meeting, [[1, 2]])).groups).toEqual([[0, 1]]);
  });

  it('of one teacher clash, and fill a rail, only where they meet; what that costs is kept up to date [D-8.18]', () => {
    const teacher_ids = [1];
    const [first, second, weeks] = (['FIRST', 'SECOND', 'A'] as const).map((when, at) =>
      courseOf(at + 1, when, { teacher_ids }),
    );
    if (!first || !second || !weeks) throw new Error('three courses');
    const of = (courses: RailCourse[], most_courses = 1) =>
      railModel(
        inputOf(
          courses,
          courses.map(({ id }) => [id]),
          { most_courses },
        ),
      );
    const costs = (model: RailModel) =>
      new Layout(
        model,
        model.courses.map(() => 0),
      ).costs();
    expect(costs(of([first, second]))).toEqual({ teachers: 0, crowded: 0, open: 0 });
    expect(costs(of([first, weeks]))).toEqual({ teachers: 1, crowded: 1, open: 0 });
    expect(costs(of([first, second, weeks]))).toEqual({ teachers: 2, crowded: 1, open: 0 });
    const both = railModel(inputOf([courseOf(1, 'A'), courseOf(2, 'B'), courseOf(3)], [[1, 2, 3]]));
    expect(new Layout(both, [0, 0, 1]).costs().open).toBe(0);
    expect(new Layout(both, [0, 0, 0]).costs().open).toBe(1);
    // Parallel courses of weeks A and of weeks B on one rail: either has a place beside a course of the other weeks.
    const beside = (when: RailWhen) => {
      const parallel = [1, 2].map((id) => courseOf(id, id === 1 ? 'A' : 'B', { subject_id: 9, shortcut: `P${id}` }));
      return new Layout(railModel(inputOf([...parallel, courseOf(3, when)], [[1, 3]])), [0, 0, 0]).costs().open;
    };
    expect([beside('A'), beside('B'), beside('WHOLE')]).toEqual([0, 0, 1]);
    expect(teacherClashes(of([first, second]), [0, 0])).toEqual([]);
    expect(teacherClashes(of([first, second, courseOf(4, 'A', { teacher_ids: [1] })]), [0, 0, 1])).toEqual([]);
    expect(teacherClashes(of([first, weeks]), [0, 0])).toEqual([{ rail: 0, teacher_id: 1, course_ids: [1, 3] }]);
    const dice = diceOf(2);
    const whens = ['WHOLE', 'FIRST', 'SECOND', 'A', 'B'] as const;
    const many = Array.from({ length: 9 }, (_, at) =>
      courseOf(at + 1, whens[dice.below(5)], { teacher_ids: [at % 3] }),
    );
    const model = railModel(
      inputOf(
        many,
        [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9, 1],
        ],
        { rails: 3, most_courses: 1 },
      ),
    );
    const layout = new Layout(
      model,
      many.map(() => 0),
    );
    for (let at = 0; at < 200; at += 1) {
      layout.set([0, 1].map(() => [dice.below(9), dice.below(3)]));
      expect(layout.costs()).toEqual(new Layout(model, [...layout.rail]).costs());
    }
  });

  it('are told with those that they meet, not with those of other weeks on the same rail', () => {
    const courses = [courseOf(1, 'A'), courseOf(2, 'B'), courseOf(3, 'A'), courseOf(4, 'B', { capacity: 0 })];
    const model = railModel(
      inputOf(courses, [
        [1, 2, 3],
        [1, 4],
      ]),
    );
    const open = railPlaces(model, {
      rail: [0, 0, 0, 0],
      seats: [
        [0, 1, -1],
        [0, -1],
      ],
    }).filter(({ reason }) => reason);
    expect(open).toMatchObject([
      { former_id: 3, reason: 'CLASH', beside_ids: [1] },
      { former_id: 4, reason: 'FULL', beside_ids: [] },
    ]);
  });

  it('need half a rail each: beforehand only those are named for whom even that is too much [D-8.18]', () => {
    const kinds = (whens: readonly RailWhen[], rest: Partial<RailInput> = {}, of: Partial<RailCourse> = {}) => {
      const input = inputOf(
        whens.map((when, at) => courseOf(at + 1, when, of)),
        [whens.map((_, at) => at + 1)],
        rest,
      );
      return railObstacles(railModel(input), input.pupils).map((one) => [
        one.kind,
        'most' in one ? one.most : 'count' in one ? one.count : 0,
      ]);
    };
    expect(kinds(['WHOLE', 'FIRST', 'SECOND'])).toEqual([]);
    expect(kinds(['FIRST', 'A'], { rails: 1 })).toEqual([['PUPIL', 2]]);
    expect(kinds(['A', 'A', 'A', 'B'])).toEqual([['PUPIL', 3]]);
    expect(kinds(['A', 'B', 'A', 'B'], {}, { teacher_ids: [1] })).toEqual([]);
    expect(kinds(['A', 'A', 'A'], {}, { teacher_ids: [1] })).toEqual([
      ['PUPIL', 3],
      ['TEACHER', 3],
    ]);
    const crowd = { rails: 4, most_courses: 1 };
    const one = (whens: readonly RailWhen[]) => {
      const input = inputOf(
        whens.map((when, at) => courseOf(at + 1, when)),
        whens.map((_, at) => [at + 1]),
        crowd,
      );
      return railObstacles(railModel(input), input.pupils);
    };
    expect(one(['WHOLE', 'WHOLE', 'WHOLE', 'A', 'B'])).toEqual([]);
    expect(one(['WHOLE', 'WHOLE', 'WHOLE', 'A', 'FIRST'])).toEqual([{ kind: 'COURSES', courses: 5, places: 4 }]);
    // Of parallel courses the one of the other weeks is enough.
    const parallel = [1, 2].map((id) => courseOf(id, id === 1 ? 'A' : 'B', { subject_id: 9, shortcut: `P${id}` }));
    const both = inputOf([...parallel, courseOf(3, 'A')], [[1, 3]], { rails: 1 });
    expect(railObstacles(railModel(both), both.pupils)).toEqual([]);
    const mixed = inputOf(
      [courseOf(1, 'FIRST'), courseOf(2, 'A')].map((one) => ({ ...one, subject_id: 9, shortcut: `P${one.id}` })),
      [[1]],
      { rails: 1 },
    );
    expect(railObstacles(railModel(mixed), mixed.pupils)).toEqual([]);
  });
});

describe('the weeks of a course', () => {
  const year: RailYear = {
    begins_at: '2026-08-05',
    ends_at: '2026-10-02',
    anchor: '2026-08-10',
    second_half_at: '2026-09-02',
  };
  const MONDAYS = [
    '2026-08-03',
    '2026-08-10',
    '2026-08-17',
    '2026-08-24',
    '2026-08-31',
    '2026-09-07',
    '2026-09-14',
    '2026-09-21',
    '2026-09-28',
  ];
  const of = (...at: number[]) => at.map((one) => MONDAYS[one] ?? '');
  const held = (values: object) => ({ begins_at: year.begins_at, ends_at: year.ends_at, pattern: null, ...values });

  it('are those of its half, from the Monday of the week in which that begins, or every second one', () => {
    expect(weeksIn('WHOLE', year)).toEqual(MONDAYS);
    expect(weeksIn('FIRST', year)).toEqual(of(0, 1, 2, 3));
    expect(weeksIn('SECOND', year)).toEqual(of(4, 5, 6, 7, 8));
    expect(weeksIn('A', year)).toEqual(of(1, 3, 5, 7));
    expect(weeksIn('B', year)).toEqual(of(0, 2, 4, 6, 8));
  });

  it('are read from its lessons, all of them together: their patterns and the days from and to which they are held', () => {
    expect(whenOf([], year)).toBe('WHOLE');
    expect(whenOf([held({})], year)).toBe('WHOLE');
    expect(whenOf([held({ ends_at: '2026-08-30' })], year)).toBe('FIRST');
    expect(whenOf([held({ begins_at: '2026-09-06' })], year)).toBe('SECOND');
    // One day of a week is enough.
    expect(whenOf([held({ ends_at: '2026-08-31' })], year)).toBe('WHOLE');
    const pattern = (...at: number[]) => held({ pattern: { name: 'x', weeks: of(...at) } });
    expect(whenOf([pattern(1, 3, 5, 7)], year)).toBe('A');
    expect(whenOf([pattern(0, 4)], year)).toBe('B');
    expect(whenOf([pattern(1, 3, 5), pattern(0, 2, 4)], year)).toBe('WHOLE');
    expect(whenOf([pattern(1)], year)).toBe('WHOLE');
  });

  it('become the pattern that has them already, else one of their own name', () => {
    const names = { FIRST: '1. Halbjahr', SECOND: '2. Halbjahr' };
    const known = [{ name: 'Herbst', weeks: of(0, 1, 2, 3) }];
    expect(patternIn('WHOLE', year, { known, names })).toBeNull();
    expect(patternIn('FIRST', year, { known, names })).toEqual(known[0]);
    expect(patternIn('SECOND', year, { known, names })).toEqual({ name: '2. Halbjahr', weeks: of(4, 5, 6, 7, 8) });
    expect(patternIn('A', year, { known, names })).toEqual({ name: 'A', weeks: of(1, 3, 5, 7) });
    const odd = [{ name: 'B', weeks: of(0) }];
    expect(patternIn('B', year, { known: odd, names })).toEqual({ name: 'B', weeks: of(0, 2, 4, 6, 8) });
  });

  it('are counted from a Monday about 1 February, or from the middle of a year that has none', () => {
    expect(suggestSecondHalf({ begins_at: '2026-08-01', ends_at: '2027-07-15' })).toBe('2027-02-01');
    expect(suggestSecondHalf({ begins_at: '2027-08-01', ends_at: '2028-07-15' })).toBe('2028-02-07');
    expect(suggestSecondHalf({ begins_at: '2026-02-03', ends_at: '2026-12-18' })).toBe('2026-07-06');
  });

  it('are said once of a course, with a half that begins within the year, and stand in an address', () => {
    const rule = (parts: [number, RailWhen][], second_half_at?: string) =>
      railProblem(
        { grade_ids: [1], rails: 4, parts: parts.map(([course_id, when]) => ({ course_id, when })), second_half_at },
        year,
      )?.rule;
    expect(
      rule(
        [
          [1, 'A'],
          [2, 'A'],
        ],
        '2026-08-06',
      ),
    ).toBeUndefined();
    expect(
      rule([
        [1, 'A'],
        [1, 'B'],
      ]),
    ).toBe('partTwice');
    expect([rule([], '2026-08-05'), rule([], '2026-10-02'), rule([], '2026-10-03')]).toEqual([
      'halfOutside',
      undefined,
      'halfOutside',
    ]);
    const asked = (parts: string) =>
      railQuery.safeParse({ grades: '1', rails: '4', most_pupils: '28', most_courses: '9', parts }).data?.parts;
    expect(asked('12:A,7:FIRST')).toEqual([
      { course_id: 12, when: 'A' },
      { course_id: 7, when: 'FIRST' },
    ]);
    expect([asked('12:C'), asked('12:A,'), asked('0:A'), asked('12:WHOLED')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
