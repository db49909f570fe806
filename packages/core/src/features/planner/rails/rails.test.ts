import { describe, expect, it } from 'vitest';
import { diceOf } from '../proposal/random.ts';
import { railProblem } from '../rails-rules.ts';
import { Layout } from './layout.ts';
import { type RailCourse, type RailInput, type RailModel, railModel, stemOf } from './model.ts';
import { compareRails, type RailsFound, searchRails } from './search.ts';
import { leastSquares, spread } from './spread.ts';
import { railObstacles, railPlaces, teacherClashes } from './told.ts';

const courseOf = (id: number, shortcut: string, rest: Partial<RailCourse> = {}): RailCourse => ({
  id,
  shortcut,
  subject_id: id,
  grade_ids: [1],
  teacher_ids: [id],
  capacity: 30,
  ...rest,
});

function toEnd(model: RailModel, seed: number, steps: number): RailsFound {
  const search = searchRails(model, { seed, steps });
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** The best of all distributions, each of them looked at: courses on rails, and every seat of every pupil. */
function oracle(model: RailModel): { teachers: number; crowded: number; open: number; squares: number } {
  const { courses, groups, pupils, rails, most_courses } = model;
  let best = { teachers: Number.POSITIVE_INFINITY, crowded: 0, open: 0, squares: 0 };
  const rail = courses.map(() => 0);
  const sizes = courses.map(() => 0);
  function seats(
    pupil: number,
    at: number,
    used: number,
    open: number,
    hard: { teachers: number; crowded: number },
  ): void {
    const own = pupils[pupil];
    if (!own) {
      const squares = sizes.reduce((sum, size) => sum + size * size, 0);
      const found = { ...hard, open, squares };
      if (best.teachers === Number.POSITIVE_INFINITY || compareRails(found, best) < 0) best = found;
      return;
    }
    const group = own.groups[at];
    if (group === undefined) {
      seats(pupil + 1, 0, 0, open, hard);
      return;
    }
    const worse = hard.teachers + hard.crowded - (best.teachers + best.crowded);
    if (worse > 0 || (worse === 0 && open > best.open)) return;
    for (const course of groups[group] ?? []) {
      const bit = 1 << (rail[course] ?? 0);
      if ((used & bit) !== 0 || (sizes[course] ?? 0) >= (courses[course]?.capacity ?? 0)) continue;
      sizes[course] = (sizes[course] ?? 0) + 1;
      seats(pupil, at + 1, used | bit, open, hard);
      sizes[course] = (sizes[course] ?? 0) - 1;
    }
    seats(pupil, at + 1, used, open + 1, hard);
  }
  function place(course: number): void {
    if (course < courses.length) {
      // Rails are alike: the first course is on the first.
      for (let number = 0; number < (course === 0 ? 1 : rails); number += 1) {
        rail[course] = number;
        place(course + 1);
      }
      return;
    }
    const load = Array.from({ length: rails }, (_, number) => rail.filter((one) => one === number).length);
    const crowded = load.reduce((sum, count) => sum + Math.max(0, count - most_courses), 0);
    const teachers = courses.flatMap((one, at) =>
      courses.filter(
        (other, number) =>
          number > at && rail[number] === rail[at] && other.teacher_ids.some((id) => one.teacher_ids.includes(id)),
      ),
    ).length;
    seats(0, 0, 0, 0, { teachers, crowded });
  }
  place(0);
  return best;
}

/** Six courses of four subjects, two of them doubled, for a handful of pupils. */
function smallInput(seed: number): RailInput {
  const dice = diceOf(seed);
  const courses = [
    courseOf(1, 'M1', { subject_id: 1, teacher_ids: [1], capacity: 3 }),
    courseOf(2, 'M2', { subject_id: 1, teacher_ids: [2], capacity: 3 }),
    courseOf(3, 'D1', { subject_id: 2, teacher_ids: [dice.below(2) + 1] }),
    courseOf(4, 'D2', { subject_id: 2, teacher_ids: [3], capacity: 2 + dice.below(3) }),
    courseOf(5, 'E', { teacher_ids: [4] }),
    courseOf(6, 'GE', { teacher_ids: [dice.below(2) + 3] }),
  ];
  const pupils = Array.from({ length: 4 }, (_, user_id) => ({
    user_id,
    course_ids: [
      [1, 2],
      [3, 4],
      [5, 5],
      [6, 6],
    ].flatMap(([one = 0, other = 0]) => (dice.next() < 0.75 ? [dice.next() < 0.5 ? one : other] : [])),
  }));
  return { courses, pupils, rails: 3, most_courses: 2 + dice.below(2) };
}

/** A grade whose courses fit on rails, as somebody who knows the answer made it: 24 subjects, 40 courses, 10 rails. */
function gradeInput(seed: number, count: number): RailInput {
  const dice = diceOf(seed);
  const courses = Array.from({ length: 40 }, (_, at) =>
    courseOf(at + 1, at < 32 ? `S${Math.floor(at / 2)}-${(at % 2) + 1}` : `T${at}`, {
      subject_id: at < 32 ? Math.floor(at / 2) : at,
      teacher_ids: [at % 23],
      capacity: 28,
    }),
  );
  const pupils = Array.from({ length: count }, (_, user_id) => {
    // One course of each rail, or none: so there is an answer for everybody.
    const subjects = new Set<number>();
    const course_ids = Array.from({ length: 10 }, (_rail, rail) => rail).flatMap((rail) => {
      const here = courses.filter(({ id }) => (id * 7) % 10 === rail);
      const chosen = here[dice.below(here.length)];
      if (!chosen || dice.next() < 0.1 || subjects.has(chosen.subject_id ?? 0)) return [];
      subjects.add(chosen.subject_id ?? 0);
      return [chosen.id];
    });
    return { user_id, course_ids };
  });
  return { courses, pupils, rails: 10, most_courses: 8 };
}

describe('courses on rails', () => {
  it('are as good as the best of all distributions of small schools: teachers, pupils left out, sizes [D-8.18]', () => {
    const ranks = Array.from({ length: 12 }, (_, seed) => {
      const model = railModel(smallInput(seed + 1));
      const found = toEnd(model, 1, 30_000);
      return compareRails(found, oracle(model));
    });
    expect(ranks).toEqual(ranks.map(() => 0));
  });

  it('leave nobody of a grade out where that is possible, and are even [D-8.18]', () => {
    const model = railModel(gradeInput(3, 90));
    const found = toEnd(model, 1, 60_000);
    expect([found.teachers, found.crowded, found.open]).toEqual([0, 0, 0]);
    expect(found.squares).toBeLessThanOrEqual(leastSquares(model) * 1.02);
    for (const own of found.seats) {
      const rails = own.map((course) => found.rail[course]);
      expect(new Set(rails).size).toBe(own.length);
    }
  });

  it('are the same for the same seed and steps, in whatever order courses and pupils come', () => {
    const input = gradeInput(5, 40);
    const turned = { ...input, courses: input.courses.toReversed(), pupils: input.pupils.toReversed() };
    const plan = ({ rail, seats, steps }: RailsFound) => ({ rail, seats, steps });
    const found = plan(toEnd(railModel(input), 7, 4_000));
    expect(plan(toEnd(railModel(turned), 7, 4_000))).toEqual(found);
    expect(plan(toEnd(railModel(input), 8, 4_000))).not.toEqual(found);
  });
});

describe('what a distribution costs', () => {
  it('is kept up to date as courses change, and one clash of a teacher outweighs all pupils', () => {
    const model = railModel(gradeInput(4, 30));
    const dice = diceOf(1);
    const layout = new Layout(
      model,
      model.courses.map(() => 0),
    );
    for (let at = 0; at < 200; at += 1) {
      layout.set([0, 1].map(() => [dice.below(model.courses.length), dice.below(model.rails)]));
      expect(layout.costs()).toEqual(new Layout(model, [...layout.rail]).costs());
    }
    const pupils = [1, 2, 3].map((user_id) => ({ user_id, course_ids: [1, 2] }));
    const of = (teachers: number[], rail: number[]) => {
      const courses = [courseOf(1, 'M', { teacher_ids: teachers }), courseOf(2, 'D')];
      return new Layout(railModel({ courses, pupils, rails: 2, most_courses: 2 }), rail).energy();
    };
    expect([of([1], [0, 1]), of([1], [0, 0]), of([2], [0, 0])]).toEqual([0, 3, 7]);
  });

  it('is searched on while sizes are uneven that need not be', () => {
    const courses = [1, 2].map((id) => courseOf(id, `M${id}`, { subject_id: 9 }));
    const pupils = [1, 2, 3, 4].map((user_id) => ({ user_id, course_ids: [1, 3] }));
    const model = railModel({ courses: [...courses, courseOf(3, 'X')], pupils, rails: 2, most_courses: 2 });
    const found = [1, 2, 3, 4, 5, 6].map((seed) => toEnd(model, seed, 5_000).squares);
    expect(found).toEqual(found.map(() => 4 + 4 + 16));
  });
});

describe('pupils of given rails', () => {
  it('change one after the other where that evens courses out and no single change does, and nobody without need [D-8.18]', () => {
    const parallel = [1, 2, 3].map((id) => courseOf(id, `G${id}`, { subject_id: 9, teacher_ids: [id] }));
    const courses = [...parallel, courseOf(4, 'X'), courseOf(5, 'Y'), courseOf(6, 'Z')];
    const taken = [
      [1, 6],
      [2, 4],
      [1, 5, 6],
      [1, 5, 6],
      [2, 4, 6],
      [3, 4, 5],
    ];
    const pupils = taken.map((course_ids, user_id) => ({ user_id, course_ids }));
    const model = railModel({ courses, pupils, rails: 3, most_courses: 9 });
    const found = spread(
      model,
      [0, 1, 2, 0, 1, 2],
      model.pupils.map(({ former }) => former),
    );
    expect([found.open, found.squares]).toEqual([0, 3 * 4 + 9 + 9 + 16]);
    const moved = model.pupils.flatMap(({ former }, pupil) =>
      former.some((course, at) => found.seats[pupil]?.[at] !== course) ? [pupil] : [],
    );
    expect(moved).toEqual([0, 1]);
  });

  it('stay where they are where sizes are even already', () => {
    const courses = [1, 2].map((id) => courseOf(id, `G${id}`, { subject_id: 9 }));
    const pupils = [1, 2, 1, 2, 2].map((id, user_id) => ({ user_id, course_ids: [id] }));
    const model = railModel({ courses, pupils, rails: 2, most_courses: 9 });
    expect(spread(model, [0, 1]).seats).toEqual(model.pupils.map(({ former }) => former));
  });

  it('do not sit in a course that is full, parallel or not', () => {
    const courses = [
      courseOf(1, 'M', { capacity: 1 }),
      ...[2, 3].map((id) => courseOf(id, `D${id}`, { subject_id: 9, capacity: 1 })),
    ];
    const pupils = [1, 2, 3].map((user_id) => ({ user_id, course_ids: [1, 2] }));
    const found = spread(railModel({ courses, pupils, rails: 3, most_courses: 9 }), [0, 1, 2]);
    expect([found.open, found.squares]).toEqual([3, 3]);
  });
});

describe('what is told of rails', () => {
  it('takes courses of one subject and class as parallel when their short names differ in the last number only', () => {
    expect(['M-GK1', 'M-GK 2', 'm 1', 'd3', '12', 'Sp'].map(stemOf)).toEqual(['M-GK', 'M-GK', 'm', 'd', '12', 'Sp']);
    const courses = [
      courseOf(1, 'M-GK1', { subject_id: 1 }),
      courseOf(2, 'M-GK2', { subject_id: 1 }),
      courseOf(3, 'M-LK1', { subject_id: 1 }),
      courseOf(4, 'M-GK3', { subject_id: 1, grade_ids: [2] }),
      courseOf(5, 'AG1', { subject_id: null }),
      courseOf(6, 'AG2', { subject_id: null }),
      courseOf(7, 'F1', { subject_id: 3, grade_ids: [1, 2] }),
      courseOf(8, 'F2', { subject_id: 3, grade_ids: [2, 1] }),
      // Nobody takes it.
      courseOf(9, 'L'),
    ];
    const pupils = [
      { user_id: 1, course_ids: [1, 3, 5, 7] },
      { user_id: 2, course_ids: [4, 6] },
    ];
    const { groups, courses: listed } = railModel({ courses, pupils, rails: 4, most_courses: 9 });
    expect(groups.map((group) => group.map((course) => listed[course]?.id))).toEqual([
      [1, 2],
      [3],
      [4],
      [5],
      [6],
      [7, 8],
    ]);
  });

  it('names beforehand pupils with too many subjects, full rooms, teachers with too many courses [D-8.18]', () => {
    const courses = [
      courseOf(1, 'M1', { subject_id: 1, capacity: 1, teacher_ids: [9] }),
      courseOf(2, 'M2', { subject_id: 1, capacity: 1, teacher_ids: [9] }),
      courseOf(3, 'D', { teacher_ids: [9] }),
      courseOf(4, 'E'),
      courseOf(5, 'GE'),
    ];
    const pupils = [
      { user_id: 1, course_ids: [1, 3, 4] },
      { user_id: 2, course_ids: [1, 2] },
      { user_id: 3, course_ids: [2, 5] },
    ];
    const model = railModel({ courses, pupils, rails: 2, most_courses: 2 });
    expect(railObstacles(model, pupils)).toEqual([
      { kind: 'PUPIL', user_ids: [1], most: 3 },
      { kind: 'TWICE', user_ids: [2], course_ids: [1, 2] },
      { kind: 'ROOM', course_ids: [1, 2], pupils: 3, places: 2 },
      { kind: 'TEACHER', teacher_id: 9, course_ids: [1, 2, 3], count: 3 },
      { kind: 'COURSES', courses: 5, places: 4 },
    ]);
  });

  it('does not name what is just enough', () => {
    const [first, second, third] = [1, 2, 3].map((id) => courseOf(id, `M${id}`, { subject_id: 1, teacher_ids: [9] }));
    if (!first || !second || !third) throw new Error('three courses');
    const courses = [
      { ...first, capacity: 1 },
      { ...second, capacity: 1 },
      { ...third, subject_id: 2 },
    ];
    const pupils = [
      { user_id: 1, course_ids: [1, 3] },
      { user_id: 2, course_ids: [2] },
    ];
    expect(railObstacles(railModel({ courses, pupils, rails: 3, most_courses: 1 }), pupils)).toEqual([]);
  });

  it('says of everybody who is not placed whether that is a clash or a full course, and of what [D-8.18]', () => {
    const courses = [courseOf(1, 'M', { capacity: 1 }), courseOf(2, 'D'), courseOf(3, 'E', { teacher_ids: [2] })];
    const pupils = [
      { user_id: 1, course_ids: [1, 2] },
      { user_id: 2, course_ids: [1] },
      { user_id: 3, course_ids: [2, 3] },
    ];
    const model = railModel({ courses, pupils, rails: 2, most_courses: 9 });
    const plan = { rail: [0, 1, 1], seats: [[0, 1], [-1], [1, -1]] };
    const open = railPlaces(model, plan).filter(({ course_id }) => course_id === null);
    expect(open.map(({ user_id, former_id, reason, beside_ids }) => [user_id, former_id, reason, beside_ids])).toEqual([
      [2, 1, 'FULL', []],
      [3, 3, 'CLASH', [2]],
    ]);
    expect(teacherClashes(model, plan.rail)).toEqual([{ rail: 1, teacher_id: 2, course_ids: [2, 3] }]);
  });
});

it('a pinned course stays on its rail, whatever it costs, and the others are put around it [D-8.18]', () => {
  const courses = ['M-GK1', 'M-GK2', 'D-GK1', 'E-GK1', 'BI-GK1', 'PH-GK1'].map((shortcut, at) =>
    courseOf(at + 1, shortcut, { subject_id: shortcut.length * 100 + shortcut.charCodeAt(0) }),
  );
  const pupils = Array.from({ length: 12 }, (_, at) => ({
    user_id: at + 1,
    course_ids: [1 + (at % 2), 3, 4, at % 3 === 0 ? 5 : 6],
  }));
  const input: RailInput = { courses, pupils, rails: 4, most_courses: 4 };
  const railsOf = (pins: RailInput['pins'], seed: number) => {
    const found = toEnd(railModel({ ...input, pins }), seed, 4_000);
    return { rails: Object.fromEntries(found.rail.map((rail, course) => [course + 1, rail + 1])), open: found.open };
  };
  for (const seed of [1, 2, 3, 4, 5]) {
    const { rails, open } = railsOf(
      [
        { course_id: 3, rail: 4 },
        { course_id: 5, rail: 2 },
      ],
      seed,
    );
    expect([rails[3], rails[5], open]).toEqual([4, 2, 0]);
  }
  // Together on one rail: somebody is left out, and both stay.
  const both = [3, 4].map((course_id) => ({ course_id, rail: 1 }));
  const { rails, open } = railsOf(both, 1);
  expect([rails[3], rails[4]]).toEqual([1, 1]);
  expect(open).toBeGreaterThan(0);
  // Where all are pinned, nothing is left to search.
  const all = courses.map(({ id }) => ({ course_id: id, rail: 1 + (id % 4) }));
  expect(railsOf(all, 1).rails).toEqual(Object.fromEntries(all.map(({ course_id, rail }) => [course_id, rail])));
});

it('a course is pinned once, to a rail that there is [D-8.18]', () => {
  const of = (...pins: [number, number][]) =>
    railProblem({ grade_ids: [1], rails: 4, pins: pins.map(([course_id, rail]) => ({ course_id, rail })) })?.rule ?? '';
  expect([of(), of([1, 4]), of([1, 5]), of([1, 1], [1, 2])]).toEqual(['', '', 'pinnedBeyond', 'pinnedTwice']);
  expect(railProblem({ grade_ids: [], rails: 4 })).toEqual({ field: 'grade_ids', rule: 'classesRequired' });
});
