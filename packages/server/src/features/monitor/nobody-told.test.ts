import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePlan } from '../timetable/compute.ts';
import type { PublicAudience } from '../timetable/select.ts';
import type { PlanLesson, PlanSnapshot, PlanSubstitution } from '../timetable/snapshot.ts';
import { groupByGrade } from './plan.ts';

const DAY = '2026-11-18';
const DAYS = { begins_at: DAY, ends_at: DAY };
/** Teachers 1 to 4 are ill, 5 to 8 stand in. */
const ILL = [1, 2, 3, 4];
const WELL = [5, 6, 7, 8];
const codeOf = (id: number) => `Xq${'abcdefgh'[id - 1]}z`;
/** With every sign that a pattern could take for its own. */
const nameOf = (id: number) => `Wjk${'abcdefgh'[id - 1]}-O'b.($^[{|/?*+`;
const unit = (id: number, shortcut: string) => ({ id, shortcut, name: null });
const named = (teacher: number) =>
  fc.constantFrom('Mathe', `MA ${codeOf(teacher)}`, `Mathe (${nameOf(teacher)})`, codeOf(teacher));

const change = fc.record({
  kind: fc.constantFrom(null, 'CANCLED', 'ADDITIONAL', 'MOVED_TO', 'MOVED_FROM', 'EVENT', 'MESSAGE'),
  ill: fc.constantFrom(...ILL),
  well: fc.constantFrom(null, ...WELL),
  room: fc.constantFrom(1, 2),
  course: fc.boolean(),
  isReplacing: fc.boolean(),
  comment: fc.constantFrom(null, 'krank', `für ${nameOf(1)}`),
});
const plan = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 8 }),
  courses: fc.tuple(...ILL.map(named)),
});
type Drawn = typeof plan extends fc.Arbitrary<infer T> ? T : never;

function snapshotOf({ changes, courses }: Drawn): PlanSnapshot {
  const lessons = ILL.map(
    (teacher): PlanLesson => ({
      lesson_id: teacher,
      uuid: `lesson-${teacher}`,
      external_lesson: '',
      hour: '1',
      kind: null,
      comment: null,
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      course_id: teacher,
      subject_id: 1,
      grade_ids: [1],
      teacher_ids: [teacher],
      bookable_ids: [1],
      dates: [DAY],
    }),
  );
  const substitutions = changes.map(
    (one, index): PlanSubstitution => ({
      id: index + 1,
      uuid: `change-${index}`,
      kind: one.kind as PlanSubstitution['kind'],
      is_hidden: false,
      date: DAY,
      hour: '1',
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      from_subject_id: 1,
      from_grade_ids: [1],
      from_teacher_ids: [one.ill],
      from_bookable_ids: [1],
      course_id: one.course ? one.ill : null,
      subject_id: one.course ? null : 1,
      grade_ids: [1],
      // A cancelled lesson keeps its teacher in many exports.
      teacher_ids: one.kind === 'CANCLED' ? [one.ill] : one.well === null ? [] : [one.well],
      bookable_ids: [one.room],
      comment: one.comment,
      moved_comment: one.comment,
      target_date: null,
      target_hour: null,
      target_time_begins_at: null,
      target_time_ends_at: null,
      replaces: one.isReplacing ? [{ lesson_id: one.ill, lesson_date: DAY }] : [],
    }),
  );
  const all = [...ILL, ...WELL];
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
    supervisions: [],
    lessons,
    lessonsById: new Map(lessons.map((one) => [one.lesson_id, one])),
    substitutions,
    grades: new Map([[1, unit(1, '10b')]]),
    rooms: new Map(),
    bookables: new Map([1, 2].map((id) => [id, unit(id, `R${id}`)])),
    subjects: new Map([[1, { ...unit(1, 'MA'), color: 'blue' }]]),
    teachers: new Map(
      all.map((id) => [id, { id, shortcut: codeOf(id), name: `Frau ${nameOf(id)}`, lastname: nameOf(id) }]),
    ),
    courses: new Map(
      ILL.map((id) => [
        id,
        { id, shortcut: courses[id - 1] as string, name: null, is_required: true, has_enrolments: false, color: null },
      ]),
    ),
  };
}

const audienceOf = (teacher_names: PublicAudience['teacher_names'], replaced_teachers = false): PublicAudience => ({
  kind: 'public',
  teacher_names,
  replaced_teachers,
  days: DAYS,
  pseudonyms: { key: new Uint8Array(32), scope: 'here' },
});
/** The bytes of the screen, and those of the changes in the plan of the class, where regular lessons have their teachers. */
function bytesOf(drawn: Drawn, audience: PublicAudience): { all: string; changes: string } {
  const snapshot = snapshotOf(drawn);
  const screen = JSON.stringify(groupByGrade(snapshot, DAY, audience, null));
  const written = computePlan(snapshot, { entity: 'grades', id: 1 }, DAYS, audience).lessons.toString();
  const lessons = JSON.parse(`[${written}]`) as { uuid: string }[];
  const changes = JSON.stringify(lessons.filter(({ uuid }) => uuid.startsWith('change-')));
  return { all: screen + written, changes: screen + changes };
}
const CODES = new RegExp([...ILL, ...WELL].map(codeOf).join('|'));
const NAMES = /Wjk|krank/;
const ILL_CODES = new RegExp(ILL.map(codeOf).join('|'));

describe('500 random public answers', () => {
  it.each(['none', 'pseudonym'] as const)('name nobody with names %s [D-2.09]', (names) => {
    fc.assert(
      fc.property(plan, (drawn) => {
        const { all } = bytesOf(drawn, audienceOf(names));
        expect(all).not.toMatch(CODES);
        expect(all).not.toMatch(NAMES);
        expect(all).not.toMatch(/#\d/);
      }),
      { numRuns: 500 },
    );
  });

  it('with short names tell of nobody that the place is taken, unless the school says so [D-2.09]', () => {
    let told = 0;
    fc.assert(
      fc.property(plan, (drawn) => {
        const { all, changes } = bytesOf(drawn, audienceOf('shortcut'));
        expect(changes).not.toMatch(ILL_CODES);
        expect(all).not.toMatch(NAMES);
        if (ILL_CODES.test(bytesOf(drawn, audienceOf('shortcut', true)).changes)) told += 1;
      }),
      { numRuns: 500 },
    );
    expect(told).toBeGreaterThan(400);
  });

  it('with pseudonyms give the same person another one in another answer [D-2.09]', () => {
    const drawn = { changes: [], courses: ['MA', 'MA', 'MA', 'MA'] } as unknown as Drawn;
    const drawnIn = (scope: string) => {
      const audience = { ...audienceOf('pseudonym'), pseudonyms: { key: new Uint8Array(32), scope } };
      return bytesOf(drawn, audience).all.match(/"teachers":\[\{"id":\d+,"shortcut":"[^"]+"/g);
    };
    expect(drawnIn('one')).toEqual(drawnIn('one'));
    expect(drawnIn('one')).not.toEqual(drawnIn('other'));
    expect(new Set(drawnIn('one')).size).toBe(4);
  });
});
