import { describe, expect, it } from 'vitest';
import { type CoreTime, type DayLesson, type DayPlan, type DayRoom, liesToCore, stepsBetween } from './day-lessons.ts';
import { aPerson, busy, PERIODS, period } from './desk.fixtures.ts';
import { secondRow } from './second-row.ts';

const DATE = '2026-11-16';
/** A lesson of subject 1 in class 10, teacher 1, room 100. */
const aLesson = (lesson_id: number, hour: number, values: Partial<DayLesson> = {}): DayLesson => ({
  lesson_id,
  hour: `${hour}`,
  subject_id: 1,
  course_id: null,
  grade_ids: [10],
  teacher_ids: [1],
  bookable_ids: [100],
  is_planned: true,
  is_taught: true,
  decision: null,
  ...period(hour),
  ...values,
});
const aRoom = (id: number, values: Partial<DayRoom> = {}): [number, DayRoom] => [
  id,
  { id, shortcut: `${id}`, building: 'A', capacity: null, absent: [], ...values },
];
const aPlan = (values: Partial<DayPlan> = {}): DayPlan => ({
  others: [],
  periods: PERIODS.map((one, index) => ({ ...one, hour: `${index + 1}` })),
  people: new Map([2, 3].map((id) => [id, aPerson(id)])),
  rooms: new Map([100, 101, 102, 105].map((id) => aRoom(id))),
  core: new Map(),
  sizes: new Map(),
  levels: new Map([
    [10, [7]],
    [11, [7]],
    [12, [9]],
  ]),
  ...values,
});
const ask = (lesson: DayLesson, plan: DayPlan, more: { present_ids?: number[]; has_task?: boolean } = {}) =>
  secondRow({ lesson, present_ids: [], has_task: false, ...more }, plan, DATE);
const kinds = (plan: DayPlan, lesson = aLesson(1, 2)) => ask(lesson, plan).answers.map(({ kind }) => kind);
const whyNot = (kind: string, plan: DayPlan, lesson = aLesson(1, 2)) =>
  ask(lesson, plan).refused.find((one) => one.kind === kind)?.reason;
const offered = (kind: string, plan: DayPlan, lesson = aLesson(1, 2), more = {}) =>
  ask(lesson, plan, more).answers.filter((one) => one.kind === kind);

describe('bringing a lesson forward', () => {
  const last = aLesson(9, 5, { teacher_ids: [2], subject_id: 2, bookable_ids: [105] });
  const day = [aLesson(7, 1), aLesson(8, 4), last];

  it('moves the last lesson of the class into the place of the open one, whose end comes earlier', () => {
    const plan = aPlan({ others: day, people: new Map([[2, aPerson(2, { busy: [busy(5, 9)] })]]) });
    const [answer] = offered('BRING_FORWARD', plan, aLesson(1, 2, { decision: { id: 4, version: 3 } }));
    expect(answer?.reasons).toEqual([
      { reason: 'last_lesson' },
      { reason: 'teacher_free' },
      { reason: 'no_core_time' },
    ]);
    expect(answer?.consequences).toEqual([{ consequence: 'ends_at', time: '11:15' }]);
    expect(
      answer?.decisions.map(({ lesson_id, version, kind, teacher_ids, bookable_ids, target }) => ({
        lesson_id,
        version,
        kind,
        teacher_ids,
        bookable_ids,
        target,
      })),
    ).toEqual([
      { lesson_id: 1, version: 3, kind: 'CANCLED', teacher_ids: [1], bookable_ids: [100], target: null },
      {
        lesson_id: 9,
        version: 0,
        kind: 'MOVED',
        teacher_ids: [2],
        bookable_ids: [105],
        target: { date: DATE, hour: '2' },
      },
    ]);
  });

  it('is refused with the reason: nothing later, changed already, parallel lessons, teacher or room taken', () => {
    expect(whyNot('BRING_FORWARD', aPlan({ others: [aLesson(7, 1)] }))).toBe('nothing_later');
    const changed = [aLesson(7, 1), { ...last, is_planned: false }];
    expect(whyNot('BRING_FORWARD', aPlan({ others: changed }))).toBe('nothing_later');
    // Its own teacher is missing, too.
    expect(whyNot('BRING_FORWARD', aPlan({ others: [{ ...last, is_taught: false }] }))).toBe('nothing_later');
    // Pupils of another class are with them.
    expect(whyNot('BRING_FORWARD', aPlan({ others: [{ ...last, grade_ids: [10, 11] }] }))).toBe('nothing_later');
    // Half of the class has something else then: they are not the same pupils.
    const parallel = [last, aLesson(6, 5, { teacher_ids: [3], bookable_ids: [102] })];
    expect(whyNot('BRING_FORWARD', aPlan({ others: parallel }))).toBe('nothing_later');
    const beside = [last, aLesson(6, 2, { teacher_ids: [3], bookable_ids: [102] })];
    expect(whyNot('BRING_FORWARD', aPlan({ others: beside }))).toBe('nothing_later');
    // A supervision at the time of the open lesson.
    const supervising = new Map([[2, aPerson(2, { busy: [busy(2, null, 'supervising')] })]]);
    expect(whyNot('BRING_FORWARD', aPlan({ others: [last], people: supervising }))).toBe('teacher_busy');
    const absent = new Map([[2, aPerson(2, { absent: [{ begins_at: '00:00', ends_at: '09:00' }] })]]);
    expect(whyNot('BRING_FORWARD', aPlan({ others: [last], people: absent }))).toBe('teacher_busy');
    const away = new Map([[2, aPerson(2, { away: [period(2)] })]]);
    expect(whyNot('BRING_FORWARD', aPlan({ others: [last], people: away }))).toBe('teacher_busy');
    const taken = (id: number) => aLesson(id, 2, { grade_ids: [12], bookable_ids: [id], teacher_ids: [3] });
    expect(whyNot('BRING_FORWARD', aPlan({ others: [last, taken(105), taken(100)] }))).toBe('no_room');
    const shut = [aRoom(100), aRoom(105)].map(([id, room]): [number, DayRoom] => [
      id,
      { ...room, absent: [period(2)] },
    ]);
    expect(whyNot('BRING_FORWARD', aPlan({ others: [last], rooms: new Map(shut) }))).toBe('no_room');
    const [moved] = offered('BRING_FORWARD', aPlan({ others: [last, taken(105)] }));
    expect(moved?.consequences).toContainEqual({ consequence: 'other_room' });
    expect(moved?.decisions[1]?.bookable_ids).toEqual([100]);
  });

  it('needs no break between both', () => {
    const [first, second] = [
      { begins_at: '08:00', ends_at: '08:45' },
      { begins_at: '08:45', ends_at: '09:30' },
    ] as const;
    const periods = [
      { ...first, hour: '1' },
      { ...second, hour: '2' },
    ];
    const others = [{ ...last, ...second, hour: '2' }];
    expect(offered('BRING_FORWARD', aPlan({ others, periods }), aLesson(1, 1, first))).toHaveLength(1);
  });

  it('keeps the core time, and says where a double lesson would be torn apart', () => {
    const core = (ends_at: string) => new Map([[10, { begins_at: null, ends_at }]]);
    expect(whyNot('BRING_FORWARD', aPlan({ others: day, core: core('11:21') }))).toBe('in_core_time');
    const [answer] = offered('BRING_FORWARD', aPlan({ others: day, core: core('11:20') }));
    expect(answer?.reasons).toContainEqual({ reason: 'outside_core' });
    const double = [{ ...last, lesson_id: 8, ...period(4), hour: '4' }, last];
    const [torn] = offered('BRING_FORWARD', aPlan({ others: double }));
    expect(torn?.consequences).toContainEqual({ consequence: 'half_double' });
    // The same teacher before with another subject, or the same subject with something in between: nothing is torn apart.
    const between = aLesson(7, 4, { teacher_ids: [3], bookable_ids: [102] });
    for (const others of [
      [{ ...last, lesson_id: 8, subject_id: 3, ...period(4), hour: '4' }, last],
      [{ ...last, lesson_id: 8, ...period(3), hour: '3' }, between, last],
    ])
      expect(offered('BRING_FORWARD', aPlan({ others }))[0]?.consequences).not.toContainEqual({
        consequence: 'half_double',
      });
  });

  it('takes a course of the same pupils, whatever else their class has', () => {
    const others = [
      { ...last, course_id: 5 },
      aLesson(6, 5, { course_id: 6, teacher_ids: [3], bookable_ids: [102] }),
      aLesson(4, 2, { course_id: 6, teacher_ids: [3], bookable_ids: [102] }),
    ];
    expect(offered('BRING_FORWARD', aPlan({ others }), aLesson(1, 2, { course_id: 5 }))).toHaveLength(0);
    const alone = [{ ...last, course_id: 5 }, others[2] as DayLesson];
    expect(offered('BRING_FORWARD', aPlan({ others: alone }), aLesson(1, 2, { course_id: 5 }))).toHaveLength(1);
    expect(offered('BRING_FORWARD', aPlan({ others: alone }), aLesson(1, 2, { course_id: 7 }))).toHaveLength(0);
  });
});

describe('merging', () => {
  const parallel = aLesson(5, 2, { grade_ids: [11], teacher_ids: [2], bookable_ids: [101] });

  it('puts both groups to one teacher in one room, the fuller room last', () => {
    const third = aLesson(6, 2, { grade_ids: [11], teacher_ids: [3], bookable_ids: [102] });
    const sizes = new Map([
      [1, 20],
      [5, 20],
      [6, 5],
    ]);
    const rooms = new Map([aRoom(101, { capacity: 40 }), aRoom(102, { capacity: 24 })]);
    const found = offered('MERGE', aPlan({ others: [parallel, third], sizes, rooms }), aLesson(1, 2), {
      present_ids: [8],
    });
    expect(found.map(({ other, consequences }) => [other?.lesson_id, consequences])).toEqual([
      [5, [{ consequence: 'pupils', count: 40 }]],
      [6, [{ consequence: 'too_many', count: 25, capacity: 24 }]],
    ]);
    expect(found[0]?.reasons.map(({ reason }) => reason)).toEqual(['same_time', 'same_subject', 'same_level']);
    expect(found[0]?.decisions).toMatchObject([
      { lesson_id: 1, kind: 'CHANGED', teacher_ids: [8, 2], bookable_ids: [101] },
    ]);
  });

  it('is of one subject, one year and one time, taught by somebody who has no other group', () => {
    for (const other of [
      { subject_id: 2 },
      { subject_id: null },
      { grade_ids: [12] },
      { is_taught: false },
      { teacher_ids: [] },
      { ends_at: '09:30' },
      { bookable_ids: [] },
    ])
      expect(whyNot('MERGE', aPlan({ others: [{ ...parallel, ...other }] })), JSON.stringify(other)).toBe(
        'nothing_parallel',
      );
    const twice = [parallel, aLesson(6, 2, { grade_ids: [12], teacher_ids: [2], subject_id: 3 })];
    expect(whyNot('MERGE', aPlan({ others: twice }))).toBe('nothing_parallel');
    expect(whyNot('MERGE', aPlan({ others: [parallel] }), aLesson(1, 2, { subject_id: null }))).toBe(
      'nothing_parallel',
    );
    // Where the names of classes say no year, nothing speaks against it.
    expect(kinds(aPlan({ others: [parallel], levels: new Map() }))).toContain('MERGE');
  });
});

describe('watching two rooms', () => {
  const next = aLesson(5, 2, { grade_ids: [12], subject_id: 3, teacher_ids: [2], bookable_ids: [102] });

  it('asks whoever teaches next door, the nearest first, and leaves the class in its room', () => {
    const nearer = aLesson(6, 2, { grade_ids: [12], subject_id: 3, teacher_ids: [3], bookable_ids: [101] });
    const found = offered('TWO_ROOMS', aPlan({ others: [next, nearer] }));
    expect(found.map(({ decisions }) => decisions)).toMatchObject([
      [{ lesson_id: 1, kind: 'CHANGED', teacher_ids: [3], bookable_ids: [100] }],
      [{ teacher_ids: [2], bookable_ids: [100] }],
    ]);
    expect(found[0]?.consequences).toEqual([{ consequence: 'open_doors' }]);
  });

  it('offers three at most', () => {
    const around = [98, 99, 101, 102];
    const others = around.map((id) =>
      aLesson(id, 2, { grade_ids: [id], subject_id: 3, teacher_ids: [id], bookable_ids: [id] }),
    );
    const people = new Map(around.map((id) => [id, aPerson(id)]));
    const rooms = new Map([100, ...around].map((id) => aRoom(id)));
    const near = offered('TWO_ROOMS', aPlan({ others, people, rooms })).map(({ other }) => other?.lesson_id);
    expect([near.length, new Set(near.slice(0, 2))]).toEqual([3, new Set([99, 101])]);
  });

  it('asks nobody further away, in another building, who takes no substitutions or has two rooms already', () => {
    const refusal = (others: DayLesson[], values: Partial<DayPlan> = {}) =>
      whyNot('TWO_ROOMS', aPlan({ others, ...values }));
    expect(refusal([{ ...next, bookable_ids: [105] }])).toBe('no_neighbour');
    expect(refusal([next], { rooms: new Map([aRoom(100), aRoom(102, { building: 'B' })]) })).toBe('no_neighbour');
    expect(refusal([next], { people: new Map([[2, aPerson(2, { takes_none: true })]]) })).toBe('no_neighbour');
    expect(refusal([next, { ...next, lesson_id: 6, bookable_ids: [101] }])).toBe('no_neighbour');
    const shut = aRoom(100, { absent: [{ begins_at: '00:00', ends_at: '24:00' }] });
    expect(refusal([next], { rooms: new Map([shut, aRoom(102)]) })).toBe('no_neighbour');
    expect(refusal([next])).toBeUndefined();
  });

  it('knows neighbours by their numbers', () => {
    const room = (id: number, shortcut: string, building: string | null = null): DayRoom =>
      aRoom(id, { shortcut, building })[1];
    expect(stepsBetween(room(1, 'A-204'), room(2, 'A-205'))).toBe(1);
    expect(stepsBetween(room(1, '204'), room(2, '206'))).toBe(2);
    for (const other of ['207', 'A205', '205a', 'TH', '204', '0204'])
      expect(stepsBetween(room(1, '204'), room(other === '204' ? 1 : 2, other)), other).toBeNull();
  });
});

describe('working alone', () => {
  it('is always possible, and says whether there is a task', () => {
    const [without] = offered('ALONE', aPlan());
    expect(without?.consequences).toEqual([{ consequence: 'unwatched' }, { consequence: 'needs_text' }]);
    const [withTask] = offered('ALONE', aPlan(), aLesson(1, 2), { has_task: true });
    expect([withTask?.reasons, withTask?.consequences]).toEqual([
      [{ reason: 'has_task' }],
      [{ consequence: 'unwatched' }],
    ]);
    expect(withTask?.decisions).toMatchObject([{ kind: 'CHANGED', teacher_ids: [], bookable_ids: [100] }]);
  });
});

describe('dropping a lesson', () => {
  const core = new Map([[10, { begins_at: '08:45', ends_at: '12:05' }]]);
  const dropped = (hour: number, others: DayLesson[], values: Partial<DayPlan> = {}) => {
    const { answers, refused } = ask(aLesson(1, hour), aPlan({ others, core, ...values }));
    const answer = answers.find(({ kind }) => kind === 'DROP');
    const refusal = refused.find(({ kind }) => kind === 'DROP');
    return answer ? [...answer.reasons.map(({ reason }) => reason), ...answer.consequences] : refusal?.reason;
  };

  it('is possible at either edge of the day outside the core time', () => {
    const around = [aLesson(2, 2), aLesson(3, 5)];
    expect(dropped(6, around)).toEqual(['last_lesson', 'outside_core', { consequence: 'ends_at', time: '12:05' }]);
    expect(dropped(1, around)).toEqual(['first_lesson', 'outside_core', { consequence: 'begins_at', time: '08:50' }]);
    expect(dropped(3, around)).toBe('not_edge');
    expect(dropped(5, [aLesson(2, 2)])).toBe('in_core_time');
    expect(dropped(2, [aLesson(2, 3)])).toBe('in_core_time');
    expect(dropped(6, [])).toEqual(['only_lesson', 'outside_core', { consequence: 'no_school' }]);
    expect(dropped(3, [], { core: new Map() })).toEqual(['only_lesson', 'no_core_time', { consequence: 'no_school' }]);
    // What other classes have, and what lies beside it, makes no middle and no end.
    expect(dropped(6, [aLesson(2, 6), aLesson(3, 2), aLesson(4, 6, { grade_ids: [12] })])).toEqual([
      'last_lesson',
      'outside_core',
      { consequence: 'ends_at', time: '09:35' },
    ]);
    expect(dropped(1, [aLesson(2, 1), aLesson(3, 2)])).toContain('first_lesson');
    const { refused } = ask(aLesson(1, 6, { grade_ids: [] }), aPlan({ core }));
    expect(refused.find(({ kind }) => kind === 'DROP')?.reason).toBe('not_edge');
  });

  it('of several classes keeps the core time of each', () => {
    const span = period(6);
    expect(liesToCore(span, [10, 11], core)).toEqual({ at: 'outside' });
    const both = new Map<number, CoreTime>([...core, [11, { begins_at: null, ends_at: '12:11' }]]);
    expect(liesToCore(span, [10, 11], both)).toMatchObject({ at: 'inside', core: { ends_at: '12:11' } });
    expect(liesToCore(span, [11], new Map([[11, { begins_at: null, ends_at: null }]]))).toEqual({ at: 'none' });
    expect(liesToCore(span, [11], new Map([[11, { begins_at: '12:55', ends_at: null }]]))).toEqual({ at: 'outside' });
    expect(liesToCore(span, [11], new Map([[11, { begins_at: '12:54', ends_at: null }]])).at).toBe('inside');
  });
});
