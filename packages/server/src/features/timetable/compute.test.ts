import { lesson as lessonOnTheWire } from '@kreide/core/features/timetable';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { computePlan } from './compute.ts';
import { datesOf, toFreeDays } from './occurrences.ts';
import type { Audience, Membership, PublicAudience, Subject } from './select.ts';
import type { PlanLesson, PlanSnapshot, PlanSubstitution, PlanSupervision } from './snapshot.ts';

const MONDAYS = ['2026-11-09', '2026-11-16', '2026-11-23'];
const RANGE = { begins_at: '2026-11-09', ends_at: '2026-11-27' };
const unit = (id: number, shortcut: string) => ({ id, shortcut, name: `${shortcut} in full` });

function lesson(id: number, values: Partial<PlanLesson> = {}): PlanLesson {
  return {
    lesson_id: id,
    uuid: `lesson ${id}`,
    external_lesson: `${id}`,
    hour: '1',
    kind: null,
    comment: null,
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    course_id: null,
    subject_id: 1,
    grade_ids: [1],
    teacher_ids: [1],
    bookable_ids: [1],
    dates: MONDAYS,
    ...values,
  };
}

function substitution(values: Partial<PlanSubstitution>): PlanSubstitution {
  return {
    id: 90,
    uuid: 'substitution',
    kind: null,
    is_hidden: false,
    date: '2026-11-16',
    hour: '1',
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    from_subject_id: 1,
    from_grade_ids: [1],
    from_teacher_ids: [1],
    from_bookable_ids: [1],
    course_id: null,
    subject_id: 1,
    grade_ids: [1],
    teacher_ids: [2],
    bookable_ids: [2],
    comment: null,
    moved_comment: null,
    target_date: null,
    target_hour: null,
    target_time_begins_at: null,
    target_time_ends_at: null,
    replaces: [{ lesson_id: 1, lesson_date: '2026-11-16' }],
    ...values,
  };
}

const everybody = (
  teacher_names: PublicAudience['teacher_names'],
  values: Partial<PublicAudience> = {},
): PublicAudience => ({
  kind: 'public',
  teacher_names,
  replaced_teachers: false,
  days: RANGE,
  pseudonyms: { key: new Uint8Array(32), scope: '' },
  ...values,
});
function snapshot(
  lessons: PlanLesson[],
  substitutions: PlanSubstitution[] = [],
  supervisions: PlanSupervision[] = [],
): PlanSnapshot {
  const map = (codes: string[]) => new Map(codes.map((code, index) => [index + 1, unit(index + 1, code)]));
  return {
    school_id: 1,
    school_year_id: 1,
    begins_at: '2026-08-01',
    ends_at: '2027-07-15',
    revision: 1,
    time_zone: 'Europe/Berlin',
    days_to_show: 5,
    calendar_view: 'week',
    last_updated_at: null,
    times: [],
    holidays: [],
    lessons,
    lessonsById: new Map(lessons.map((one) => [one.lesson_id, one])),
    supervisions,
    substitutions,
    grades: map(['10b', '7a']),
    rooms: new Map(),
    bookables: map(['204', '105']),
    subjects: new Map([[1, { ...unit(1, 'MA'), color: 'blue' }]]),
    teachers: new Map([
      [1, { ...unit(1, 'Bg'), lastname: 'Berg' }],
      [2, { ...unit(2, 'Li'), lastname: null }],
    ]),
    courses: new Map([
      [1, { ...unit(1, 'chosen'), is_required: false, has_enrolments: true, color: null }],
      [2, { ...unit(2, 'open'), is_required: false, has_enrolments: false, color: null }],
      [3, { ...unit(3, 'required'), is_required: true, has_enrolments: true, color: null }],
    ]),
  };
}

const always = (id: number): Membership => ({ id, ...RANGE });
const pupil = (grades: Membership[], courses: Membership[] = []): Subject => ({ entity: 'pupil', grades, courses });
const MEMBER: Audience = { kind: 'member' };
const shown = (plan: PlanSnapshot, subject: Subject, audience: Audience = MEMBER) =>
  (JSON.parse(`[${computePlan(plan, subject, RANGE, audience).lessons}]`) as { uuid: string; dates: string[] }[]).map(
    (one) => `${one.uuid}: ${one.dates.join(' ')}`,
  );

describe('the plan of a pupil', () => {
  it('holds the lessons of the grade, of whole-grade courses, of own courses and of courses nobody is enrolled in', () => {
    const lessons = [null, 1, 2, 3].map((course_id, index) => lesson(index + 1, { course_id, dates: ['2026-11-16'] }));
    expect(shown(snapshot(lessons), pupil([always(1)]))).toEqual(
      ['lesson 1', 'lesson 3', 'lesson 4'].map((name) => `${name}: 2026-11-16`),
    );
    expect(shown(snapshot(lessons), pupil([always(1)], [always(1)]))).toHaveLength(4);
    expect(shown(snapshot(lessons), pupil([], [always(1)]))).toEqual(['lesson 2: 2026-11-16']);
    expect(shown(snapshot(lessons), pupil([always(2)]))).toEqual([]);
  });

  it('changes on the day on which the pupil changes grade or course', () => {
    const plan = snapshot([lesson(1), lesson(2, { grade_ids: [2] }), lesson(3, { course_id: 1 })]);
    const until = { id: 1, begins_at: RANGE.begins_at, ends_at: '2026-11-16' };
    const from = { id: 2, begins_at: '2026-11-17', ends_at: RANGE.ends_at };
    const joined = { id: 1, begins_at: '2026-11-23', ends_at: RANGE.ends_at };
    expect(shown(plan, pupil([until, from], [joined]))).toEqual([
      'lesson 1: 2026-11-09 2026-11-16',
      'lesson 2: 2026-11-23',
      'lesson 3: 2026-11-23',
    ]);
  });
});

describe('a substitution', () => {
  const changed = snapshot([lesson(1)], [substitution({})]);

  it('stands in the plans of who is freed and of who steps in, and takes the lesson out of that day', () => {
    for (const id of [1, 2]) expect(shown(changed, { entity: 'teachers', id })).toContain('substitution: 2026-11-16');
    expect(shown(changed, { entity: 'bookables', id: 2 })).toEqual(['substitution: 2026-11-16']);
    expect(shown(changed, { entity: 'grades', id: 1 })).toEqual([
      'lesson 1: 2026-11-09 2026-11-23',
      'substitution: 2026-11-16',
    ]);
  });

  it('that is hidden leaves the regular lesson visible to everybody but planners [T-3.12]', () => {
    const plan = snapshot([lesson(1)], [substitution({ is_hidden: true })]);
    const regular = ['lesson 1: 2026-11-09 2026-11-16 2026-11-23'];
    expect(shown(plan, { entity: 'grades', id: 1 })).toEqual(regular);
    expect(shown(plan, { entity: 'grades', id: 1 }, everybody('none'))).toEqual(regular);
    expect(shown(plan, { entity: 'grades', id: 1 }, { kind: 'planner' })).toContain('substitution: 2026-11-16');
  });

  it('that is a message to nobody in particular stands in the plan of every pupil, grade and teacher', () => {
    const nobody = { grade_ids: [], teacher_ids: [], bookable_ids: [], replaces: [] };
    const from = { from_grade_ids: [], from_teacher_ids: [], from_bookable_ids: [], from_subject_id: null };
    const message = substitution({ ...nobody, ...from, kind: 'MESSAGE', hour: null, subject_id: null });
    const plan = snapshot([], [message]);
    const readers: Subject[] = [pupil([always(1)]), { entity: 'grades', id: 2 }, { entity: 'teachers', id: 1 }];
    for (const subject of readers) expect(shown(plan, subject)).toEqual(['substitution: 2026-11-16']);
    for (const subject of [pupil([]), { entity: 'bookables', id: 1 } as const])
      expect(shown(plan, subject)).toEqual([]);
    expect(shown(snapshot([], [{ ...message, grade_ids: [1] }]), { entity: 'grades', id: 2 })).toEqual([]);
  });

  it('that is additional stands beside the lesson', () => {
    const plan = snapshot([lesson(1)], [substitution({ kind: 'ADDITIONAL' })]);
    expect(shown(plan, { entity: 'grades', id: 1 })).toHaveLength(2);
    expect(shown(plan, { entity: 'grades', id: 1 })[0]).toBe('lesson 1: 2026-11-09 2026-11-16 2026-11-23');
  });

  it('shows the public no names, no comment and no words about a move [D-2.09]', () => {
    const plan = snapshot(
      [lesson(1, { comment: 'private' })],
      [substitution({ comment: 'ill', moved_comment: 'ill' })],
    );
    const read = (teacher_names: 'none' | 'shortcut' | 'pseudonym') =>
      computePlan(plan, { entity: 'grades', id: 1 }, RANGE, everybody(teacher_names)).lessons.toString();
    expect(read('none')).not.toMatch(/Bg|Li|private|ill/);
    expect(read('shortcut')).toMatch(/"Li","name":null/);
    expect(read('shortcut')).toMatch(/"teachers":\[\],"grades"/);
    expect(read('pseudonym')).toMatch(/"teachers":\[{"id":\d,"shortcut":"[A-Z][a-z]+","name":null}\]/);
    expect(read('pseudonym')).not.toMatch(/Bg|Li|#/);
  });
});

it('lessons of a course have its colour, before and after a change; without a subject they have none [T-3.04]', () => {
  const plan = snapshot(
    [lesson(1, { course_id: 2 }), lesson(2, { course_id: 2, subject_id: null }), lesson(3)],
    [substitution({ course_id: 2 })],
  );
  plan.courses.set(2, { ...unit(2, 'open'), is_required: false, has_enrolments: false, color: 'pink' });
  const { lessons } = computePlan(plan, pupil([always(1)]), RANGE, MEMBER);
  type Coloured = Record<'subject', { color: string } | null>;
  const read = JSON.parse(`[${lessons}]`) as (Coloured & { uuid: string; substituted_lessons: Coloured[] })[];
  const colors = read.map(({ uuid, subject, substituted_lessons: [before] }) =>
    [uuid, subject?.color, before?.subject?.color].join(' ').trim(),
  );
  expect(colors.toSorted()).toEqual(['lesson 1 pink', 'lesson 2', 'lesson 3 blue', 'substitution pink pink']);
});

describe('the bytes of a lesson', () => {
  it('are a lesson of the contract, whatever its texts look like', () => {
    const dates = '"begins_at":"0000-00-00","ends_at":"0000-00-00","dates":["0000-00-00"]';
    for (const comment of [null, '', dates, `{${dates}}`, '\\"},{"uuid":"', '–\u2028"\\', '✏️ ß']) {
      const one = lesson(1, { uuid: '00000000-0000-4000-8000-000000000001', comment, subject_id: null });
      const text = computePlan(snapshot([one]), { entity: 'grades', id: 1 }, RANGE, MEMBER).lessons.toString();
      const read = z.strictObject(lessonOnTheWire.shape).parse(JSON.parse(text));
      expect(read).toMatchObject({ comment, begins_at: MONDAYS[0], ends_at: MONDAYS[2], dates: MONDAYS, hour: '1' });
      expect(read.teachers).toEqual([unit(1, 'Bg')]);
      expect(text).toBe(JSON.stringify(JSON.parse(text)));
    }
  });
});

describe('the break supervisions of a teacher', () => {
  const post: PlanSupervision = {
    lesson_id: null,
    uuid: 'post',
    hour: null,
    kind: 'SUPERVISION',
    comment: 'Yard',
    before_hour: '3',
    time_begins_at: '09:40',
    time_ends_at: '09:55',
    course_id: null,
    subject_id: null,
    grade_ids: [],
    teacher_ids: [1],
    bookable_ids: [],
    dates: MONDAYS,
  };
  const change = substitution({
    kind: 'SUPERVISION',
    hour: '3',
    from_subject_id: null,
    subject_id: null,
    replaces: [],
    from_grade_ids: [],
    grade_ids: [],
    from_bookable_ids: [],
    bookable_ids: [],
  });
  const BOTH = ['post: 2026-11-09 2026-11-23', 'substitution: 2026-11-16'];

  it('are for this teacher and planners; a day on which somebody stands in is told once [T-3.12] [T-3.31]', () => {
    const plan = snapshot([], [change], [post]);
    const own: Subject = { entity: 'teachers', id: 1 };
    expect(shown(plan, own, { kind: 'owner' })).toEqual(BOTH);
    expect(shown(plan, own, { kind: 'planner' })).toEqual(BOTH);
    expect(shown(plan, { entity: 'teachers', id: 2 }, { kind: 'owner' })).toEqual(['substitution: 2026-11-16']);
    for (const audience of [MEMBER, everybody('shortcut')] as const) expect(shown(plan, own, audience)).toEqual([]);
    expect(shown(plan, pupil([always(1)]), { kind: 'owner' })).toEqual([]);
    const other = snapshot([], [{ ...change, hour: '5' }], [post]);
    expect(shown(other, own, { kind: 'owner' })).toContain(`post: ${MONDAYS.join(' ')}`);
  });
});

describe('the dates of a lesson', () => {
  it('are its weekday within its validity, in its weeks, and never a free day', () => {
    const weekly = { weekday: 3, begins_at: '2026-11-04', ends_at: '2026-11-25', weeks: null, dates: null };
    const free = toFreeDays([{ begins_at: '2026-11-16', ends_at: '2026-11-18' }]);
    expect(datesOf(weekly, new Set())).toEqual(['2026-11-04', '2026-11-11', '2026-11-18', '2026-11-25']);
    expect(datesOf(weekly, free)).toEqual(['2026-11-04', '2026-11-11', '2026-11-25']);
    expect(datesOf({ ...weekly, weeks: ['2026-11-23', '2026-11-02', '2026-11-30'] }, free)).toEqual([
      '2026-11-04',
      '2026-11-25',
    ]);
    expect(datesOf({ ...weekly, dates: ['2026-11-20', '2026-11-17', '2026-11-12'] }, free)).toEqual([
      '2026-11-12',
      '2026-11-20',
    ]);
    expect(datesOf({ ...weekly, dates: ['2026-11-03', '2026-11-04', '2026-11-26'] }, free)).toEqual(['2026-11-04']);
  });
});
