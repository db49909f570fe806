import { randomUUID } from 'node:crypto';
import { CHECK_MAXIMUM_DAYS, type Contradiction, mendingPlaces } from '@kreide/core/features/classbook';
import { beforeEach, describe, expect, it } from 'vitest';
import { MONDAY, withClassbook } from '../../../../../tests/support/class-books.ts';
import { buildUser } from '../../../../../tests/support/people.ts';

const book = withClassbook();
const { ids, db, call } = book;
const DAYS = `begins_at=${MONDAY}&ends_at=${MONDAY}`;

/** An entry of a lesson on Monday whose roll was called; without values the whole 10b. */
async function anEntry(values: object = {}, marks: readonly object[] = []): Promise<number> {
  const { school } = book;
  const { id } = await db()
    .insertInto('classbook_entries')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      lesson_uuid: randomUUID(),
      lesson_date: MONDAY,
      hour: '1',
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      minutes: 45,
      name: 'Mathematik',
      is_open: true,
      grade_ids: [school.gradeId],
      teacher_ids: [],
      regular_teacher_ids: [],
      roll_taken_at: `${MONDAY}T07:05:00Z`,
      created_at: `${MONDAY}T07:05:00Z`,
      updated_at: `${MONDAY}T07:05:00Z`,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const mark of marks)
    await db()
      .insertInto('classbook_marks')
      .values({
        school_id: school.id,
        entry_id: id,
        user_id: ids.ada as number,
        kind: 'absent',
        minutes: 45,
        marked_at: `${MONDAY}T07:05:00Z`,
        ...mark,
      })
      .execute();
  return id;
}

/** Ada is absent on Monday from 08:00 to 08:45 at the school's clock. */
async function anAbsence(values: object = {}): Promise<string> {
  const { uuid } = await db()
    .insertInto('absences')
    .values({
      school_id: book.school.id,
      school_year_id: book.school.yearId,
      user_id: ids.ada as number,
      begins_at: `${MONDAY}T07:00:00Z`,
      ends_at: `${MONDAY}T07:45:00Z`,
      type_id: 'sick',
      source: 'parent',
      created_at: `${MONDAY}T06:00:00Z`,
      updated_at: `${MONDAY}T06:00:00Z`,
      ...values,
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  return uuid;
}

/** A course that people are enrolled in. */
async function aCourse(shortcut: string, users: readonly number[], grades = [book.school.gradeId]): Promise<number> {
  const { school } = book;
  const { id } = await db()
    .insertInto('courses')
    .values({ school_id: school.id, shortcut, grade_ids: grades, source: 'manual' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const user_id of users)
    await db()
      .insertInto('enrolments')
      .values({ school_id: school.id, user_id, course_id: id, joined_at: '2026-08-01', state: 'SELECTED' } as never)
      .execute();
  return id;
}
const ofCourse = (course_id: number, values: object = {}) => ({ course_id, is_open: false, grade_ids: [], ...values });

async function found(query = DAYS, who = 'admin'): Promise<Contradiction[]> {
  return book.get(who, `/contradictions?${query}`);
}
const inShort = (all: readonly Contradiction[]) =>
  all.map(({ kind, user, lessons, absences }) => [
    kind,
    user.meta.displayname.split(' ')[0],
    lessons.length,
    absences.length,
  ]);

beforeEach(async () => {
  await db().deleteFrom('enrolments').execute();
});

describe('contradictions of the class book', () => {
  it('name who is there though excused for the whole lesson, by their own absence and by that of their class [D-6.09]', async () => {
    const entry = await anEntry();
    expect(await found()).toEqual([]);
    const uuid = await anAbsence();
    const [one, ...rest] = await found();
    expect(rest).toEqual([]);
    expect(one).toMatchObject({
      kind: 'present_while_excused',
      date: MONDAY,
      user: { id: ids.ada, meta: { displayname: 'Ada Kern' } },
      lessons: [{ id: entry, name: 'Mathematik' }],
      absences: [{ uuid, state: 'EXCUSED', type: 'Krank', begins_at: `${MONDAY}T07:00:00.000Z` }],
    });
    const places = mendingPlaces(book.school.yearId, one as Contradiction).map(({ path }) => path);
    expect(places[0]).toMatch(new RegExp(`/lesson/[0-9a-f-]{36}-\\d+/entry/${entry}/absences/user/${ids.ada}$`));
    expect(places[1]).toBe(
      `/classbooks/${book.school.yearId}/overview/users/details/${ids.ada}/absences?entity=users&selectedAbsence=${uuid}`,
    );
    // Late is there; absent, not excused, a part of the lesson, taken back and not asked yet are no contradiction.
    await db()
      .insertInto('classbook_marks')
      .values({
        school_id: book.school.id,
        entry_id: entry,
        user_id: ids.ada as number,
        kind: 'too-late',
        minutes: 5,
        marked_at: `${MONDAY}T07:05:00Z`,
      })
      .execute();
    expect(inShort(await found())).toEqual([['present_while_excused', 'Ada', 1, 1]]);
    await db().updateTable('classbook_marks').set({ kind: 'absent' }).execute();
    expect(await found()).toEqual([]);
    await db().deleteFrom('classbook_marks').execute();
    for (const values of [
      { type_id: 'unexcused' },
      { type_id: 'sick', begins_at: `${MONDAY}T07:01:00Z` },
      { begins_at: `${MONDAY}T07:00:00Z`, ends_at: `${MONDAY}T07:44:00Z` },
      { ends_at: `${MONDAY}T07:45:00Z`, deleted_at: `${MONDAY}T09:00:00Z` },
    ]) {
      await db().updateTable('absences').set(values).execute();
      expect(await found(), JSON.stringify(values)).toEqual([]);
    }
    await db().updateTable('absences').set({ deleted_at: null }).execute();
    await db().updateTable('classbook_entries').set({ roll_taken_at: null }).execute();
    expect(await found()).toEqual([]);
    await db()
      .updateTable('classbook_entries')
      .set({ roll_taken_at: `${MONDAY}T07:05:00Z` })
      .execute();
    await db().deleteFrom('absences').execute();
    await anAbsence({ user_id: null, grade_id: book.school.gradeId, type_id: 'event', source: 'school' });
    expect(inShort(await found())).toEqual([
      ['present_while_excused', 'Ada', 1, 1],
      ['present_while_excused', expect.any(String), 1, 1],
    ]);
  });

  it('name who is in two lessons at once, or absent in one and there in the other [D-6.09]', async () => {
    const [ada, eva] = [ids.ada as number, ids.eva as number];
    const [french, latin] = [await aCourse('F1', [ada, eva]), await aCourse('L1', [ada])];
    const first = await anEntry(ofCourse(french, { name: 'Französisch' }));
    const second = await anEntry(ofCourse(latin, { name: 'Latein', time_begins_at: '08:44', time_ends_at: '09:30' }));
    expect(inShort(await found())).toEqual([['two_lessons', 'Ada', 2, 0]]);
    await db().insertInto('classbook_marks').values(aMark(second)).execute();
    expect(inShort(await found())).toEqual([['absent_and_present', 'Ada', 2, 0]]);
    expect((await found())[0]?.lessons.map(({ id }) => id)).toEqual([second, first]);
    await db().insertInto('classbook_marks').values(aMark(first)).execute();
    expect(await found()).toEqual([]);
    await db().deleteFrom('classbook_marks').execute();
    await db().updateTable('classbook_entries').set({ time_begins_at: '08:45' }).where('id', '=', second).execute();
    expect(await found()).toEqual([]);
  });

  it('do not take the groups of one class for two lessons of everybody, but a course of other classes for one', async () => {
    const { gradeId } = book.school;
    await anEntry({ name: 'Religion' });
    const ethics = await anEntry({ name: 'Ethik' });
    expect(await found()).toEqual([]);
    // Seen in the one group, and one of the other by the whole class alone: nobody knows.
    await db()
      .insertInto('classbook_marks')
      .values({ ...aMark(ethics), kind: 'too-late' })
      .execute();
    expect(await found()).toEqual([]);
    await db().deleteFrom('classbook_marks').execute();
    await db().deleteFrom('classbook_entries').execute();
    const course = await aCourse('Chor', [ids.ada as number]);
    await anEntry();
    await anEntry(ofCourse(course, { grade_ids: [gradeId] }));
    expect(await found()).toEqual([]);
    await db().updateTable('classbook_entries').set({ grade_ids: [] }).where('course_id', '=', course).execute();
    expect(inShort(await found())).toEqual([['two_lessons', 'Ada', 2, 0]]);
  });

  it('name marks that colleagues disagree about, and absences that are excused and are not [D-6.09]', async () => {
    await anEntry({}, [{ other_kind: 'too-late', other_minutes: 5, other_at: `${MONDAY}T07:10:00Z` }]);
    await anAbsence();
    // What the roll wrote by itself gives way to what is known.
    await anAbsence({ type_id: 'missing', source: 'roll' });
    expect(inShort(await found())).toEqual([['marks_differ', 'Ada', 1, 0]]);
    await anAbsence({
      type_id: 'unexcused',
      source: 'school',
      begins_at: `${MONDAY}T07:44:00Z`,
      ends_at: `${MONDAY}T10:00:00Z`,
    });
    expect(inShort(await found())).toEqual([
      ['marks_differ', 'Ada', 1, 0],
      ['absences_differ', 'Ada', 0, 2],
    ]);
    expect(inShort(await found(`${DAYS}&kind=absences_differ`))).toEqual([['absences_differ', 'Ada', 0, 2]]);
  });

  it('come page by page, of days that are named, to those who see the whole school only [D-6.09]', async () => {
    const { kysely } = book.server.test.database;
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, index) => buildUser(kysely, book.school.id, `p${index}`, 'STUDENT')),
    );
    for (const { id: user_id } of others)
      await db()
        .insertInto('grade_memberships')
        .values({ school_id: book.school.id, user_id, grade_id: book.school.gradeId, begins_at: '2026-08-01' })
        .execute();
    await anEntry();
    for (const { id } of others) await anAbsence({ user_id: id });
    const [first, second] = [await found(`${DAYS}&page=1`), await found(`${DAYS}&page=2`)];
    expect([first.length, second.length]).toEqual([11, 2]);
    const shown = new Set([...first.slice(0, 10), ...second].map(({ user }) => user.id));
    expect(shown).toEqual(new Set(others.map(({ id }) => id)));
    expect(await found(`${DAYS}&page=3`)).toEqual([]);
    // Without days those of the last week: the 16th is two days ago.
    expect((await found('')).length).toBe(11);
    expect(await found('begins_at=2026-11-17&ends_at=2026-11-20')).toEqual([]);
    for (const [query, rule] of [
      ['begins_at=2026-11-17&ends_at=2026-11-16', 'before'],
      ['begins_at=2026-10-01&ends_at=2026-11-01', 'too_many_days'],
    ]) {
      const refused = await call('admin', 'GET', `/contradictions?${query}`);
      expect([refused.status, refused.body.error.issues[0]]).toMatchObject([422, { path: 'query.ends_at', rule }]);
    }
    const longest = await call('admin', 'GET', '/contradictions?begins_at=2026-10-01&ends_at=2026-10-31');
    expect([longest.status, CHECK_MAXIMUM_DAYS]).toEqual([200, 31]);
    for (const who of ['teacher', 'office', 'ada', 'parent'])
      expect((await call(who, 'GET', `/contradictions?${DAYS}`)).status, who).toBe(403);
    await db()
      .deleteFrom('grade_memberships')
      .where(
        'user_id',
        'in',
        others.map(({ id }) => id),
      )
      .execute();
  });
});

const aMark = (entry_id: number) => ({
  school_id: book.school.id,
  entry_id,
  user_id: ids.ada as number,
  kind: 'absent' as const,
  minutes: 45,
  marked_at: `${MONDAY}T07:05:00Z`,
});
