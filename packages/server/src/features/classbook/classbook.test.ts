import { describe, expect, it } from 'vitest';
import { MONDAY, type Wire, withClassbook } from '../../../../../tests/support/class-books.ts';
import { signIn } from '../../../../../tests/support/people.ts';
import { TEST_NOW } from '../../../../../tests/support/server.ts';

const book = withClassbook();
const { tokens, ids, db, call, ok, get, lessonOf, open } = book;

const names = (rows: Wire[]) => rows.map(({ meta }) => meta.displayname);

describe('an entry', () => {
  it('is made once when a teacher of the lesson opens it, with what was held [T-1.04] [T-7.53]', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    expect(other.id).toBe(one.id);
    expect(one).toMatchObject({
      classbook_id: book.school.yearId,
      date: MONDAY,
      hour: '2',
      name: 'Mathematik',
      color: 'blue',
      topic: '',
      is_open: true,
      roll_taken_at: null,
      absent_count: 0,
      grades: [{ shortcut: '10b' }],
      teachers: [{ shortcut: 'Bg' }],
      can: { 'write-topic': 1, mark: 1, 'create-notice': 1, 'create-homework': 1 },
    });
    expect(await db().selectFrom('classbook_entries').selectAll().execute()).toHaveLength(1);
    expect(await get('teacher', '/entries')).toMatchObject([{ id: one.id }]);
  });

  it('of somebody else’s lesson is neither made nor seen, and a cancelled or replaced one has none [T-7.53]', async () => {
    const lesson = { lesson_uuid: await lessonOf(MONDAY, '2', 'MA'), date: MONDAY };
    expect((await call('sub', 'POST', '/entries', lesson)).status).toBe(403);
    expect((await call('ada', 'POST', '/entries', lesson)).status).toBe(403);
    const { id } = await open();
    expect((await call('sub', 'GET', `/entries/${id}`)).status).toBe(404);
    expect(await get('sub', '/entries')).toEqual([]);
    // On Sunday there is no school; the fourth period of that Monday is cancelled.
    expect((await call('teacher', 'POST', '/entries', { ...lesson, date: '2026-11-15' })).status).toBe(404);
    const cancelled = await lessonOf(MONDAY, '4', 'GE');
    expect((await call('admin', 'POST', '/entries', { lesson_uuid: cancelled, date: MONDAY })).status).toBe(404);
    const planned = await lessonOf('2026-11-23', '4', 'GE');
    expect((await call('admin', 'POST', '/entries', { lesson_uuid: planned, date: MONDAY })).status).toBe(404);
    expect((await call('admin', 'POST', '/entries', { lesson_uuid: planned, date: '2026-11-23' })).status).toBe(403);
  });

  it('belongs to the substitute, who calls the roll; the class book of the substituted lesson is theirs [T-1.04]', async () => {
    // On Wednesday Herr Tamm takes the second period of Frau Winter.
    const entry = await open('sub', '2026-11-18', '2', 'GE');
    expect(entry).toMatchObject({ teachers: [{ shortcut: 'Ta' }], can: { mark: 1, 'write-topic': 1 } });
    expect((await call('teacher', 'GET', `/entries/${entry.id}`)).status).toBe(404);
  });

  it('has a topic, which two people cannot overwrite unseen [T-7.54]', async () => {
    const entry = await open();
    const path = `/entries/${entry.id}/topic`;
    book.server.clock.set(new Date('2026-11-18T09:11:00Z'));
    const body = { topic: '  Brüche kürzen ', updated_at: entry.updated_at };
    const written = await ok('teacher', 'PUT', path, body);
    expect(written.topic).toBe('Brüche kürzen');
    expect((await call('teacher', 'PUT', path, { ...body, topic: 'Anderes' })).status).toBe(409);
    const long = await call('teacher', 'PUT', path, { topic: 'x'.repeat(1001), updated_at: written.updated_at });
    expect([long.status, long.body.error.issues[0].path]).toEqual([422, 'body.topic']);
    expect((await call('admin', 'PUT', path, { topic: 'Von oben', updated_at: written.updated_at })).status).toBe(403);
  });

  it('knows who takes part, who is absent and who is late, and forgets a mark again [T-7.55] [T-7.56] [T-7.57] [T-7.58]', async () => {
    const { id } = await open();
    const people = await get('teacher', `/entries/${id}/users`);
    expect(people.map((one: Wire) => [one.id, one.mark])).toEqual([
      [ids.ada, null],
      [ids.eva, null],
    ]);
    // Of two of one name the class says which.
    for (const { meta } of people) expect(meta.subtitle).toMatch(/^Schüler:in, \w+$/);
    await ok('teacher', 'POST', `/entries/${id}/absent`, { user_id: ids.ada });
    const marked = await ok('teacher', 'POST', `/entries/${id}/too-late`, { user_id: ids.eva, minutes: 500 });
    expect(marked.map((one: Wire) => one.mark)).toMatchObject([
      { kind: 'absent', minutes: 45 },
      // Nobody is later than the lesson is long.
      { kind: 'too-late', minutes: 45 },
    ]);
    expect(await get('teacher', `/entries/${id}`)).toMatchObject({ absent_count: 1, too_late_count: 1 });
    const removed = await ok('teacher', 'POST', `/entries/${id}/remove`, { user_id: ids.ada });
    expect(removed[0].mark).toBeNull();
    expect((await get('teacher', `/entries/${id}`)).roll_taken_at).not.toBeNull();
    for (const verb of ['absent', 'remove'])
      expect((await call('teacher', 'POST', `/entries/${id}/${verb}`, { user_id: ids.ben })).status, verb).toBe(404);
    for (const minutes of [0, -1, 1.5])
      expect((await call('teacher', 'POST', `/entries/${id}/too-late`, { user_id: ids.ada, minutes })).status).toBe(
        422,
      );
  });

  it('takes no marks before the lesson is near', async () => {
    const { id, can } = await open('teacher', '2026-11-23', '2', 'MA');
    expect(can).toMatchObject({ mark: 0, 'write-topic': 1 });
    expect((await call('teacher', 'POST', `/entries/${id}/absent`, { user_id: ids.ada })).status).toBe(403);
    // The second period begins at 8:40 in Berlin.
    const { begins_at } = await get('teacher', `/entries/${id}`);
    book.server.clock.set(new Date(Date.parse(begins_at) - 10 * 60_000));
    tokens.teacher = await signIn(book.server, 'amsel', 'teacher');
    await ok('teacher', 'POST', `/entries/${id}/absent`, { user_id: ids.ada });
  });
});

describe('the lists of a class book', () => {
  it('say to parents of several children whose homework it is [T-7.62]', async () => {
    const { id: entry_id } = await open();
    await ok('teacher', 'POST', '/homeworks', { entry_id, text: 'Seite 12', due_at: '2026-11-20' });
    const childrenFor = async (who: string) =>
      (await get(who, '/homeworks')).flatMap(({ children }: { children: Wire[] }) => names(children));
    expect(await childrenFor('parent')).toEqual(['Ada Kern']);
    for (const who of ['ada', 'teacher']) expect(await childrenFor(who), who).toEqual([]);
  });

  it('put homework in the order of the day on which it is due, the same over all pages [T-7.62]', async () => {
    const { id: entry_id } = await open();
    for (const day of [20, 27, 18, 25, 20, 17])
      await ok('teacher', 'POST', '/homeworks', { entry_id, text: `Seite ${day}`, due_at: `2026-11-${day}` });
    const read = async (query: string): Promise<Wire[]> => get('teacher', `/homeworks?limit=2${query}`);
    const all = async (order: string) =>
      (await Promise.all([1, 2, 3].map((page) => read(`&page=${page}${order}`)))).flatMap((page) => page.slice(0, 2));
    const daysOf = async (order: string) => (await all(order)).map(({ due_at }) => Number(due_at.slice(-2)));
    const idsOf = async (order: string) => (await all(order)).map(({ id }) => id);
    expect(await idsOf('&order=-due')).toEqual((await idsOf('&order=due')).toReversed());
    // What is due today is still due.
    expect(await daysOf('')).toEqual([18, 20, 20, 25, 27, 17]);
    expect(await daysOf('&order=due')).toEqual([17, 18, 20, 20, 25, 27]);
    expect(await daysOf('&order=-due')).toEqual([27, 25, 20, 20, 18, 17]);
    expect((await call('teacher', 'GET', '/homeworks?order=text')).status).toBe(422);
  });

  it('have pages of ten and one more, days, units, words and open ones [T-7.53] [T-7.62] [T-9.16]', async () => {
    const first = await open();
    const second = await open('teacher', '2026-11-17', '2', 'MA');
    const { updated_at } = second;
    await ok('teacher', 'PUT', `/entries/${second.id}/topic`, { topic: 'Winkel', updated_at });
    await ok('teacher', 'POST', `/entries/${second.id}/roll`);
    const found = async (query: string) => (await get('teacher', `/entries?${query}`)).map(({ id }: Wire) => id);
    expect(await found('')).toEqual([second.id, first.id]);
    expect(await found('is_open=1')).toEqual([first.id]);
    expect(await found(`begins_at=2026-11-17&ends_at=2026-11-30`)).toEqual([second.id]);
    expect(await found(`ends_at=${MONDAY}`)).toEqual([first.id]);
    expect(await found('search=winkel')).toEqual([second.id]);
    expect(await found('limit=1')).toEqual([second.id, first.id]);
    expect(await found('limit=1&page=2')).toEqual([first.id]);
    expect(await found('entity=grades&entity_id=all-grades')).toHaveLength(2);
    expect(await found('entity_id=all-courses')).toEqual([]);
    expect(await found(`entity=grades&entity_id=${book.school.gradeId}`)).toHaveLength(2);
    for (const wrong of ['limit=0', 'begins_at=yesterday', 'page=0', 'entity_id=all-teachers', 'entity=rooms'])
      expect((await call('teacher', 'GET', `/entries?${wrong}`)).status, wrong).toBe(422);
    const values = Array.from({ length: 12 }, (_, index) => ({
      school_id: book.school.id,
      school_year_id: book.school.yearId,
      lesson_uuid: crypto.randomUUID(),
      lesson_date: `2026-10-${10 + index}`,
      time_begins_at: '08:00',
      time_ends_at: '08:45',
      minutes: 45,
      name: 'MA',
      is_open: true,
      grade_ids: [],
      teacher_ids: [],
      regular_teacher_ids: [],
      created_at: TEST_NOW,
      updated_at: TEST_NOW,
    }));
    await db().insertInto('classbook_entries').values(values).execute();
    expect(await get('admin', '/entries')).toHaveLength(11);
  });

  it('count how often and how many minutes each pupil was away, of the lessons that one sees [T-7.59] [T-7.63] [T-2.59]', async () => {
    const [one, two] = [await open(), await open('teacher', '2026-11-17', '2', 'MA')];
    const other = await open('sub', '2026-11-18', '2', 'GE');
    for (const { id } of [one, two]) await ok('teacher', 'POST', `/entries/${id}/absent`, { user_id: ids.ada });
    await ok('teacher', 'POST', `/entries/${two.id}/too-late`, { user_id: ids.eva, minutes: 7 });
    book.server.clock.set(new Date('2026-11-18T09:20:00Z'));
    await ok('sub', 'POST', `/entries/${other.id}/absent`, { user_id: ids.ada });
    const figures = async (who: string, query = '') =>
      Object.fromEntries(
        (await get(who, `/statistics?entity=grades&entity_id=${book.school.gradeId}${query}`)).map((row: Wire) => [
          row.id,
          [row.absent.count, row.absent.minutes, row['too-late'].count, row['too-late'].minutes],
        ]),
      );
    expect(await figures('teacher')).toEqual({ [ids.ada ?? 0]: [2, 90, 0, 0], [ids.eva ?? 0]: [0, 0, 1, 7] });
    expect((await figures('admin'))[ids.ada ?? 0]).toEqual([3, 135, 0, 0]);
    expect((await figures('admin', `&ends_at=${MONDAY}`))[ids.ada ?? 0]).toEqual([1, 45, 0, 0]);
    const marks = await get('teacher', '/marks?absence_type=too-late|none');
    expect(marks).toMatchObject([{ id: `${two.id}-${ids.eva}`, kind: 'too-late', minutes: 7, entry: { id: two.id } }]);
    expect(await get('teacher', '/marks?absence_type=absent|too-late')).toHaveLength(3);
  });

  it('show the members of one’s own lessons, found by name, and refuse those of others [T-2.55] [T-2.65] [T-7.34]', async () => {
    const shown = {
      id: book.school.yearId,
      name: '2026 / 2027',
      begins_at: '2026-08-01',
      ends_at: '2027-07-15',
      courses: [],
    };
    const grades = async (who: string) => (await get(who, '')).grades.map((one: Wire) => one.shortcut);
    expect(await get('teacher', '')).toMatchObject(shown);
    expect(await grades('teacher')).toEqual(['7a', '10b']);
    expect(await grades('sub')).toEqual(['7a', '10b']);
    expect(await grades('ada')).toEqual([]);
    const query = `/users?entity=grades&entity_id=${book.school.gradeId}`;
    expect(names(await get('teacher', query))).toEqual(['Ada Kern', `eva of ${book.school.id}`]);
    expect(await get('teacher', `${query}&search=kern`)).toMatchObject([{ id: ids.ada, grade: { shortcut: '10b' } }]);
    expect(names(await get('admin', '/users?entity_id=all-users'))).toContain('Ben Kern');
    const { id } = await db()
      .insertInto('grades')
      .values({ school_id: book.school.id, shortcut: '9z', source: 'manual' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await call('teacher', 'GET', `/users?entity=grades&entity_id=${id}`)).status).toBe(404);
    expect((await get('teacher', '')).can['view-members']).toBe(1);
  });

  it('are each behind their permission [T-6.02] [T-2.55] [T-2.56] [T-2.57] [T-2.58] [T-2.59] [T-2.60]', async () => {
    const paths = {
      'view-members': '/users',
      'view-entries': '/entries',
      'view-notices': '/notices',
      'view-homeworks': '/homeworks',
      'view-statistics': '/statistics',
      'view-absences': '/marks',
    };
    for (const [permission, path] of Object.entries(paths)) {
      expect((await call('teacher', 'GET', path)).status, path).toBe(200);
      await db()
        .insertInto('user_permissions')
        .values({ school_id: book.school.id, user_id: ids.teacher ?? 0, permission, is_allowed: false })
        .execute();
      await expect.poll(async () => (await call('teacher', 'GET', path)).status).toBe(403);
      expect((await get('teacher', '')).can).toMatchObject({ [permission]: 0 });
      await db()
        .deleteFrom('user_permissions')
        .where('user_id', '=', ids.teacher ?? 0)
        .execute();
      await expect.poll(async () => (await call('teacher', 'GET', path)).status).toBe(200);
    }
  });
});
