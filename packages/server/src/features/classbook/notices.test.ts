import { join } from 'node:path';
import { NOTICE_CATEGORIES } from '@kreide/core/features/classbook';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { MONDAY, PRAISE, REMARK, type Wire, withClassbook } from '../../../../../tests/support/class-books.ts';
import { ROOT, TEST_NOW } from '../../../../../tests/support/server.ts';
import { createLocalStore, type FileStore } from '../../kernel/files/index.ts';
import { readTexts } from '../../kernel/text/texts.ts';
import { createMakeTask } from './exporting.ts';
import { classbookData, eraseFromBooks } from './queries/personal-data.ts';

const book = withClassbook();
const { tokens, ids, db, call, ok, get, open, notice } = book;

describe('a notice', () => {
  it('is written, changed and deleted, and its history keeps every wording [T-3.43] [T-3.44] [T-3.46] [T-7.46] [T-7.47] [T-7.48] [T-7.50] [T-7.51]', async () => {
    const entry = await open();
    const made = await ok('teacher', 'POST', '/notices', notice(entry));
    expect(made).toMatchObject({
      classbook_id: book.school.yearId,
      entry_id: entry.id,
      message: 'Ada hat gestört',
      category_uuid: REMARK,
      category: 'Bemerkung',
      occurred_at: `${MONDAY}T08:00:00.000Z`,
      grades: [],
      course: null,
      edited_by: null,
      deleted_at: null,
      author: `teacher of ${book.school.id}`,
      users: [{ id: ids.ada, meta: { displayname: 'Ada Kern' } }],
      meta: { users_count: 1, last_updated_at: null, description: 'Ada Kern' },
      can: { update: 1, delete: 1, 'view-history': 1 },
    });
    book.server.clock.set(new Date('2026-11-18T09:12:00Z'));
    const path = `/notices/${made.id}`;
    const change = {
      ...notice(entry, { message: 'Ada war laut', category_uuid: PRAISE }),
      updated_at: made.updated_at,
    };
    const changed = await ok('teacher', 'PUT', path, change);
    expect(changed).toMatchObject({
      message: 'Ada war laut',
      edited_by: `teacher of ${book.school.id}`,
      updated_at: '2026-11-18T09:12:00.000Z',
      meta: { last_updated_at: '2026-11-18T09:12:00.000Z' },
    });
    expect((await call('teacher', 'PUT', path, change)).status).toBe(409);
    expect((await call('teacher', 'DELETE', path)).status).toBe(204);
    expect((await call('teacher', 'DELETE', path)).status).toBe(403);
    expect(await get('teacher', `/entries/${entry.id}/notices`)).toEqual([]);
    const [gone] = await get('teacher', `/entries/${entry.id}/notices?with_deleted=1`);
    expect(await get('teacher', `/entries/${entry.id}/notices?with_deleted=1&page=2`)).toEqual([]);
    expect(gone).toMatchObject({ message: '', deleted_at: '2026-11-18T09:12:00.000Z', can: { update: 0, delete: 0 } });
    // Nor is it found by what it said.
    expect(await get('teacher', '/notices?with_deleted=1')).toHaveLength(1);
    expect(await get('teacher', '/notices?with_deleted=1&search=laut')).toEqual([]);
    expect((await get('teacher', `${path}/history`)).map((one: Wire) => [one.kind, one.message, one.category])).toEqual(
      [
        ['deleted', 'Ada war laut', 'Lob'],
        ['updated', 'Ada war laut', 'Lob'],
        ['created', 'Ada hat gestört', 'Bemerkung'],
      ],
    );
  });

  it('needs words and somebody of its lesson; people come before grades [T-5.02] [T-3.47] [T-3.49]', async () => {
    const entry = await open();
    const empty = await call('teacher', 'POST', '/notices', notice(entry, { message: ' \n ', users: [] }));
    expect(empty.status).toBe(422);
    expect(empty.body.error.issues.map((one: Wire) => [one.path, one.rule])).toEqual([
      ['body.message', 'required'],
      ['body.users', 'whom'],
    ]);
    expect((await call('teacher', 'POST', '/notices', notice(entry, { users: [ids.ben] }))).status).toBe(404);
    expect((await call('teacher', 'POST', '/notices', notice(entry, { users: [], grades: [999999] }))).status).toBe(
      404,
    );
    const whole = await ok('teacher', 'POST', '/notices', notice(entry, { users: [], grades: [book.school.gradeId] }));
    expect(whole).toMatchObject({ users: [], grades: [{ shortcut: '10b' }], meta: { description: '10b' } });
    const both = await ok('teacher', 'POST', '/notices', notice(entry, { grades: [book.school.gradeId] }));
    expect(both).toMatchObject({ users: [{ id: ids.ada }], grades: [] });
  });

  it('is read by those whom it names and their parents, without other people’s children [T-2.57]', async () => {
    const entry = await open();
    await ok('teacher', 'POST', '/notices', notice(entry, { users: [ids.ada, ids.eva] }));
    await ok('teacher', 'POST', '/notices', notice(entry, { users: [ids.eva], message: 'Nur Eva' }));
    await ok(
      'teacher',
      'POST',
      '/notices',
      notice(entry, { users: [], grades: [book.school.gradeId], message: 'Alle' }),
    );
    for (const who of ['ada', 'parent']) {
      const rows = await get(who, '/notices?with_deleted=1');
      expect(rows, who).toMatchObject([
        { users: [{ id: ids.ada }], meta: { users_count: 1, description: 'Ada Kern' }, can: { 'view-history': 0 } },
      ]);
      expect(JSON.stringify(rows)).not.toContain('eva');
      expect((await call(who, 'GET', `/notices/${rows[0].id}/history`)).status).toBe(403);
    }
    for (const who of ['ben', 'alone']) expect(await get(who, '/notices'), who).toEqual([]);
    expect(await get('eva', '/notices')).toHaveLength(2);
    expect(await get('eva', '/notices?page=2')).toEqual([]);
    expect((await call('ada', 'GET', `/notices?entity=users&entity_id=${ids.eva}`)).status).toBe(404);
    const rows = await get(
      'teacher',
      `/notices?notice_categories=${PRAISE}|${REMARK}&entity=users&entity_id=${ids.eva}`,
    );
    expect(rows).toHaveLength(2);
    expect(await get('teacher', `/notices?notice_categories=${PRAISE}`)).toEqual([]);
  });

  it('names the course of its lesson with colour and short name [T-3.45]', async () => {
    const entry = await open();
    const { id } = await ok('teacher', 'POST', '/notices', notice(entry));
    const values = { school_id: book.school.id, shortcut: 'MA1', name: 'Mathe 1', source: 'manual' };
    const course = await db().insertInto('courses').values(values).returning('id').executeTakeFirstOrThrow();
    await db().updateTable('classbook_entries').set({ course_id: course.id }).where('id', '=', entry.id).execute();
    expect((await get('teacher', `/notices/${id}`)).course).toEqual({
      id: course.id,
      shortcut: 'MA1',
      name: 'Mathe 1',
      meta: { color: 'blue', shortname: 'MA1' },
    });
  });

  it('has categories with a number and a name [T-3.50] [T-7.49]', async () => {
    const categories = await get('teacher', '/notices/categories');
    expect(categories).toContainEqual({ uuid: REMARK, name: 'Bemerkung' });
    expect(categories).toHaveLength(NOTICE_CATEGORIES.length);
  });
});

describe('homework', () => {
  it('is listed by its day: what is due next comes first, then what was due, the latest first', async () => {
    const { id: entry_id } = await open();
    const give = (due_at: string) => ok('teacher', 'POST', '/homeworks', { entry_id, text: due_at, due_at });
    for (const due of ['2026-11-30', '2026-11-16', '2026-11-18', '2026-11-17', '2026-11-19']) await give(due);
    const listed = async (query = '') => (await get('ada', `/homeworks${query}`)).map(({ due_at }: Wire) => due_at);
    expect(await listed()).toEqual(['2026-11-18', '2026-11-19', '2026-11-30', '2026-11-17', '2026-11-16']);
    expect(await listed('?limit=2&page=2')).toEqual(['2026-11-30', '2026-11-17', '2026-11-16']);
  });

  it('is given in a lesson, read by its pupils and their parents, changed and taken back [T-7.52] [T-2.58]', async () => {
    const entry = await open();
    const draft = { entry_id: entry.id, text: 'Seite 12', due_at: '2026-11-20' };
    const early = await call('teacher', 'POST', '/homeworks', { ...draft, due_at: '2026-11-15' });
    expect([early.status, early.body.error.issues[0].path]).toEqual([422, 'body.due_at']);
    const made = await ok('teacher', 'POST', '/homeworks', draft);
    for (const who of ['ada', 'eva', 'parent'])
      expect(await get(who, '/homeworks'), who).toMatchObject([
        { text: 'Seite 12', due_at: '2026-11-20', can: { update: 0, delete: 0 } },
      ]);
    for (const who of ['ben', 'alone', 'sub']) expect(await get(who, '/homeworks'), who).toEqual([]);
    expect(await get('ada', '/homeworks?page=2')).toEqual([]);
    book.server.clock.set(new Date('2026-11-18T09:13:00Z'));
    const path = `/homeworks/${made.id}`;
    const change = { text: 'Seite 13', due_at: '2026-11-23', updated_at: made.updated_at };
    expect((await call('ada', 'PUT', path, change)).status).toBe(403);
    expect(await ok('teacher', 'PUT', path, change)).toMatchObject({ text: 'Seite 13', due_at: '2026-11-23' });
    expect((await call('teacher', 'PUT', path, change)).status).toBe(409);
    expect((await call('teacher', 'DELETE', path)).status).toBe(204);
    expect(await get('ada', '/homeworks?with_deleted=1')).toEqual([]);
    expect(await get('teacher', `/homeworks?with_deleted=1&entry_id=${entry.id}`)).toMatchObject([{ text: '' }]);
  });
});

it('somebody who is erased has no marks and is in no notice; entries about others stay', async () => {
  const entry = await open();
  for (const user_id of [ids.ada, ids.eva]) await ok('teacher', 'POST', `/entries/${entry.id}/absent`, { user_id });
  await ok('teacher', 'POST', '/notices', notice(entry));
  const both = await ok('teacher', 'POST', '/notices', notice(entry, { users: [ids.ada, ids.eva] }));
  await eraseFromBooks(db(), { school_id: book.school.id, user_id: ids.ada ?? 0 });
  expect(await get('teacher', '/notices')).toMatchObject([{ id: both.id, users: [{ id: ids.eva }] }]);
  expect(await get('teacher', '/marks')).toMatchObject([{ user: { id: ids.eva } }]);
  expect(await db().selectFrom('classbook_notice_steps').select('notice_id').execute()).toEqual([
    { notice_id: both.id },
  ]);
});

it('is in the archive of whom it is about, and in that of whoever wrote it only as one that they wrote [D-6.08]', async () => {
  await ok('teacher', 'POST', '/notices', notice(await open(), { message: 'Ada hatte Nasenbluten' }));
  const keptOf = async (who: string) => {
    const person = { school_id: book.school.id, user_id: ids[who] as number };
    return (await classbookData.classbook_notices?.(db(), person, ((key: string) => key) as never)) ?? [];
  };
  expect(await keptOf('ada')).toMatchObject([{ text: 'Ada hatte Nasenbluten', is_own: false }]);
  expect(await keptOf('teacher')).toMatchObject([{ text: null, is_own: true, begins_at: expect.stringMatching(/Z$/) }]);
  expect(await keptOf('eva')).toEqual([]);
});

describe('a file of the class book', () => {
  const days = { begins_at: '2026-11-01', ends_at: '2026-11-30' };

  it('is sent as PDF with what one sees [T-7.60]', async () => {
    const entry = await open();
    await ok('teacher', 'POST', `/entries/${entry.id}/absent`, { user_id: ids.ada });
    for (const word of ['Erste', 'Zweite', 'Dritte'])
      await ok('teacher', 'POST', '/notices', notice(entry, { message: `${word} lange Notiz. `.repeat(180) }));
    const other = await open('sub', '2026-11-18', '2', 'GE');
    await ok('sub', 'PUT', `/entries/${other.id}/topic`, {
      topic: 'Nur bei Herrn Tamm',
      updated_at: other.updated_at,
    });
    const answer = await fetch(
      `${book.server.url}/v1/classbooks/${book.school.yearId}/export.pdf?begins_at=2026-11-01&ends_at=2026-11-30`,
      { headers: { authorization: `Bearer ${tokens.teacher}` } },
    );
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)));
    expect(text.length).toBeGreaterThan(1);
    for (const word of ['Mathematik', 'Ada Kern', 'Erste lange', 'Zweite lange', 'Dritte lange'])
      expect(text.join(' ')).toContain(word);
    expect(text.join(' ')).not.toContain('Nur bei Herrn Tamm');
    // Of the unit on the screen alone.
    const wordsOf = async (unit: string) => {
      const of = await fetch(
        `${book.server.url}/v1/classbooks/${book.school.yearId}/export.pdf?begins_at=2026-11-01&ends_at=2026-11-30&${unit}`,
        { headers: { authorization: `Bearer ${tokens.teacher}` } },
      );
      return (await extractText(await getDocumentProxy(new Uint8Array(await of.arrayBuffer())))).text.join(' ');
    };
    expect(await wordsOf(`entity=grades&entity_id=${book.school.gradeId}`)).toContain('Erste lange');
    expect(await wordsOf('entity=courses&entity_id=all-courses')).not.toContain('Erste lange');
    expect((await call('teacher', 'GET', '/export.pdf?begins_at=2026-11-30&ends_at=2026-11-01')).status).toBe(422);
    expect((await call('teacher', 'GET', '/export.pdf?begins_at=2020-01-01&ends_at=2026-11-01')).status).toBe(422);
  });

  it('is made in the background, listed with a link, one at a time, and gone after two weeks [T-7.65] [T-7.66]', async () => {
    await open();
    const made = await ok('admin', 'POST', '/exports/create', days);
    expect(made).toMatchObject({ ...days, download_uri: null });
    await expect.poll(async () => (await get('admin', '/exports'))[0].state).toBe('READY');
    const [ready] = await get('admin', '/exports');
    expect(ready).toMatchObject({ id: made.id, author: `admin of ${book.school.id}`, size: expect.any(Number) });
    const file = await fetch(`${book.server.url}${ready.download_uri}`, {
      headers: { authorization: `Bearer ${tokens.admin}` },
    });
    expect(Buffer.from(await file.arrayBuffer())).toHaveLength(ready.size);
    expect((await call('teacher', 'GET', '/exports')).status).toBe(403);
    await db().updateTable('classbook_exports').set({ state: 'WAITING', size: null }).execute();
    expect((await call('admin', 'POST', '/exports/create', days)).status).toBe(409);
    const prune = book.server.server.features.all.flatMap(({ prune = {} }) => prune.classbook_exports ?? [])[0];
    expect(await prune?.(new Date(TEST_NOW))).toBe(0);
    expect(await prune?.(new Date(Date.parse(TEST_NOW) + 15 * 86_400_000))).toBe(1);
  });

  it('leaves no content behind where it is gone before it is made', async () => {
    const store = await createLocalStore(join(book.server.dataFolder, 'files'), new Date(TEST_NOW));
    const { id, school_id, file_uuid } = await db()
      .insertInto('classbook_exports')
      .values({
        school_id: book.school.id,
        school_year_id: book.school.yearId,
        ...days,
        created_at: TEST_NOW,
        expires_at: '2026-12-01T00:00:00Z',
      })
      .returning(['id', 'school_id', 'file_uuid'])
      .executeTakeFirstOrThrow();
    const database = book.server.test.database;
    const texts = readTexts(join(ROOT, 'locales'));
    let put = 0;
    const late: FileStore = {
      ...store,
      async put(...content) {
        put += 1;
        await db().deleteFrom('classbook_exports').where('id', '=', id).execute();
        return store.put(...content);
      },
    };
    await createMakeTask({ database, store: late, texts }).run({ school_id, id }, {} as never);
    expect([put, await store.has(file_uuid)]).toEqual([1, false]);
  });
});
