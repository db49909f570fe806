import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lesson } from '@kreide/core/features/timetable';
import type { Translate } from '@kreide/core/kernel';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { buildVersion } from '../../../../../tests/support/planner.ts';
import { ROOT, startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { createLocalStore, type FileStore } from '../../kernel/files/index.ts';
import { readTexts } from '../../kernel/text/texts.ts';
import { writeBooklet } from './booklet/pdf.ts';
import type { BookletPlan } from './booklet/read-plans.ts';
import { createBookletTask } from './booklet/task.ts';
import { insertBooklet } from './queries/booklets.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const call = (who: string, method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables/booklets${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const list = async () => (await call('admin', 'GET', '')).body.data;

const HOSTILE = 'Ä\u202e<b>../../etc\u0007 „Amsel“';

/** The text of each page and to which pages its links lead. */
async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(document, { mergePages: false });
  const pages = await Promise.all(
    text.map(async (words, at) => {
      const page = await document.getPage(at + 1);
      const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link');
      const leads = links.map(async ({ dest }) => {
        const [target] = (await document.getDestination(dest)) ?? [];
        return 1 + (await document.getPageIndex(target));
      });
      return { words: words.replace(/\s+/g, ' '), links: await Promise.all(leads), view: page.view };
    }),
  );
  return pages;
}

/** Orders a booklet and waits for its file. */
async function made(wish: object) {
  const ordered = await call('admin', 'POST', '', { version_uuid: null, ...wish });
  expect(ordered.status).toBe(200);
  await vi.waitFor(
    async () => expect((await list())[0]).toMatchObject({ id: ordered.body.data.id, state: 'READY' }),
    20_000,
  );
  const [ready] = await list();
  const answer = await fetch(`${server.url}/v1/timetables/booklets/${ready.id}`, {
    headers: { authorization: `Bearer ${tokens.admin}` },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { ready, answer, bytes, pages: await read(bytes) };
}

beforeAll(async () => {
  server = await startTestServer();
  school = await buildPlanSchool(server);
  await db().updateTable('schools').set({ name: HOSTILE }).where('id', '=', school.id).execute();
  await db().insertInto('grades').values({ school_id: school.id, shortcut: '5c', source: 'manual' }).execute();
  await buildUser(db(), school.id, 'planner', 'ADMIN');
  for (const who of ['admin', 'planner', 'teacher']) tokens[who] = await signIn(server, 'amsel', who);
  await db()
    .insertInto('user_permissions')
    .values({
      school_id: school.id,
      user_id: (await db().selectFrom('users').select('id').where('username', '=', 'planner').executeTakeFirstOrThrow())
        .id,
      permission: 'view-timetable-all',
      is_allowed: false,
    })
    .execute();
});
afterAll(() => server.stop());

describe('a booklet of the plans', () => {
  it('has a landscape page for each class, in the order of their names, with contents that lead there; one without lessons says so', async () => {
    const { ready, answer, bytes, pages } = await made({ week: '2026-11-19', kinds: ['grades'], has_changes: false });
    expect(ready).toMatchObject({ week: '2026-11-16', done: 3, total: 3, size: bytes.length });
    expect(Date.parse(ready.expires_at) - Date.parse(ready.created_at)).toBe(14 * 24 * 60 * 60 * 1000);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(pages.map(({ links }) => links)).toEqual([[2, 3, 4], [], [], []]);
    const [contents, empty, seventh, tenth] = pages;
    for (const { view } of pages) expect((view[2] ?? 0) > (view[3] ?? 0)).toBe(true);
    expect(contents?.words).toMatch(/5c 2.*7a 3.*10b 4/);
    expect(empty?.words).toContain('5c');
    expect(empty?.words.match(/Kein Unterricht/g)).toHaveLength(5);
    expect(seventh?.words).toContain('7a');
    for (const part of ['10b', 'Mathematik', '204', 'KW 47', 'Seite 4 von 4', 'Plan ohne Vertretungen'])
      expect(tenth?.words).toContain(part);
    // The name of the school stands on each page, without what would turn or break it.
    for (const { words } of pages) expect(words).toContain('Ä <b>../../etc „Amsel“');
    // Without the substitutions of the week.
    expect(tenth?.words).not.toContain('Entfällt');
  });

  it('tells the substitutions of its week as everybody sees them, and none that is hidden [T-3.12]', async () => {
    await db()
      .updateTable('substitutions')
      .set({ is_hidden: true })
      .where('comment', '=', 'Wörterbücher werden eingesammelt')
      .execute();
    server.server.features.planChanged?.(school.id);
    const { ready, pages } = await made({
      week: '2026-11-16',
      kinds: ['teachers', 'grades', 'bookables'],
      has_changes: true,
    });
    expect(ready.kinds).toEqual(['grades', 'teachers', 'bookables']);
    expect(pages[0]?.words).toMatch(/ 5c 2 .* Bg · Berg .* 204 /);
    const tenth = pages.find(({ words }) => words.startsWith('10b'))?.words ?? '';
    for (const part of ['Entfällt', 'Verlegt auf Fr', 'Besuch im Stadtmuseum', 'Mit Vertretungen', 'Gestrichelt'])
      expect(tenth).toContain(part);
    expect(pages.map(({ words }) => words).join()).not.toContain('Wörterbücher');
    expect(pages.filter(({ words }) => /^Bg · Berg/.test(words))).toHaveLength(1);
    expect(pages.filter(({ words }) => /^204 /.test(words))).toHaveLength(1);
  });

  it('has the plan of each day in a week in which a school year begins', async () => {
    const move = async (begins_at: string) => {
      await db().updateTable('school_years').set({ begins_at }).where('id', '=', school.yearId).execute();
      server.server.features.planChanged?.(school.id);
    };
    const before = { school_id: school.id, name: '2025 / 2026', begins_at: '2026-08-01', ends_at: '2026-11-17' };
    await move('2026-11-18');
    const { id } = await db().insertInto('school_years').values(before).returning('id').executeTakeFirstOrThrow();
    server.server.features.planChanged?.(school.id);
    const { pages } = await made({ week: '2026-11-16', kinds: ['grades'], has_changes: false });
    expect(pages.at(-1)?.words).toMatch(/10b .*Mathematik/);
    await db().deleteFrom('school_years').where('id', '=', id).execute();
    await move('2026-08-01');
  });

  it('is made once at a time, for a week of a school year and each kind once, by those who see all plans; it ends with its time', async () => {
    const wish = { version_uuid: null, week: '2026-11-16', kinds: ['grades'], has_changes: false };
    expect((await call('planner', 'POST', '', wish)).status).toBe(403);
    expect((await call('planner', 'GET', '')).status).toBe(403);
    expect((await call('teacher', 'POST', '', wish)).status).toBe(403);
    const refused = await call('admin', 'POST', '', { ...wish, week: '2150-01-01', kinds: ['grades', 'grades'] });
    expect(refused.body.error.issues).toMatchObject([
      { path: 'body.week', rule: 'bookletYear', message: 'Diese Woche liegt in keinem Schuljahr.' },
      { path: 'body.kinds', rule: 'bookletTwice' },
    ]);
    for (const kinds of [[], ['users'], 'grades'])
      expect((await call('admin', 'POST', '', { ...wish, kinds })).status).toBe(422);
    const { ready } = await made(wish);
    for (const who of ['planner', 'teacher']) expect((await call(who, 'GET', `/${ready.id}`)).status).toBe(403);
    const there = await buildSchool(db(), 'drossel', { features: ['ai_schedule_planner'] });
    await buildUser(db(), there.id, 'admin', 'ADMIN');
    tokens.there = await signIn(server, 'drossel', 'admin');
    expect((await call('there', 'GET', '')).body.data).toEqual([]);
    expect((await call('there', 'GET', `/${ready.id}`)).status).toBe(404);
    await db()
      .updateTable('planner_booklets')
      .set({ state: 'WAITING', size: null })
      .where('id', '=', ready.id)
      .execute();
    expect((await call('admin', 'POST', '', wish)).body.error.issues).toMatchObject([{ rule: 'bookletRunning' }]);
    expect((await call('admin', 'GET', `/${ready.id}`)).status).toBe(404);
    const over = { state: 'READY' as const, size: 1, expires_at: server.clock.now().toISOString() };
    await db().updateTable('planner_booklets').set(over).execute();
    expect((await call('admin', 'GET', `/${ready.id}`)).status).toBe(404);
    await db().updateTable('planner_booklets').set({ expires_at: '2026-11-01T00:00:00Z' }).execute();
    expect(await list()).toEqual([]);
    const prune = server.server.features.all.flatMap(({ prune = {} }) => prune.planner_booklets ?? [])[0];
    expect(await prune?.(new Date('2026-10-31T00:00:00Z'))).toBe(0);
    const files = await db().selectFrom('planner_booklets').select('file_uuid').execute();
    const kept = async () => {
      const names = await readdir(server.dataFolder, { recursive: true });
      return files.filter(({ file_uuid }) => names.some((name) => name.endsWith(file_uuid))).length;
    };
    expect(await kept()).toBe(files.length);
    expect(await prune?.(new Date('2026-11-02T00:00:00Z'))).toBe(files.length);
    expect(await kept()).toBe(0);
  });

  it('shows the lessons of a draft as it is, and says on each page that it is one', async () => {
    const { id, uuid, lesson_id } = await buildVersion(db(), school);
    const idOf = async (table: 'grades' | 'subjects', shortcut: string) =>
      (await db().selectFrom(table).select('id').where('shortcut', '=', shortcut).executeTakeFirstOrThrow()).id;
    await db()
      .updateTable('planner_lessons')
      .set({ grade_ids: [await idOf('grades', '10b')], subject_id: await idOf('subjects', 'MA') })
      .where('lesson_id', '=', lesson_id)
      .execute();
    const wish = { version_uuid: uuid, week: '2026-11-16', kinds: ['grades'], has_changes: false };
    const { ready, answer, pages } = await made(wish);
    expect(ready).toMatchObject({ draft_number: 1, has_changes: false, total: 3 });
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
      'Entwurf der Pläne 2026-11-16.pdf',
    );
    expect(pages).toHaveLength(4);
    for (const { words } of pages) {
      expect(words).toMatch(/Entwurf: Fassung 1/);
      // Framed at its head, and across it.
      expect(words.match(/Entwurf/g)).toHaveLength(2);
    }
    const tenth = pages.at(-1)?.words ?? '';
    expect(tenth.match(/Mathematik/g)).toHaveLength(1);
    expect(tenth.match(/Kein Unterricht/g)).toHaveLength(4);
    // The plan in force is none.
    const inForce = await made({ ...wish, version_uuid: null });
    expect(inForce.ready.draft_number).toBeNull();
    for (const { words } of inForce.pages) expect(words).not.toContain('Entwurf');

    const refused = async (values: object) => (await call('admin', 'POST', '', { ...wish, ...values })).body.error;
    expect((await refused({ has_changes: true })).issues).toMatchObject([
      { path: 'body.has_changes', rule: 'bookletChanges', message: 'Ein Entwurf hat keine Vertretungen.' },
    ]);
    const year = { school_id: school.id, name: '2027 / 2028', begins_at: '2027-08-01', ends_at: '2028-07-15' };
    const { id: later } = await db().insertInto('school_years').values(year).returning('id').executeTakeFirstOrThrow();
    expect((await refused({ week: '2027-09-06' })).issues).toMatchObject([{ rule: 'bookletYear' }]);
    await db().deleteFrom('school_years').where('id', '=', later).execute();
    await db().updateTable('planner_versions').set({ published_revision: 0 }).where('id', '=', id).execute();
    expect((await refused({})).issues).toMatchObject([{ path: 'body.version_uuid', rule: 'bookletPublished' }]);
    await db()
      .updateTable('planner_versions')
      .set({ published_revision: null, deleted_at: server.clock.now().toISOString() })
      .where('id', '=', id)
      .execute();
    expect((await refused({})).code).toBe('not_found');
    // A version that goes for good leaves its booklet, which still says what it is.
    await db().deleteFrom('planner_lessons').where('planner_version_id', '=', id).execute();
    await db().deleteFrom('planner_versions').where('id', '=', id).execute();
    expect((await list()).find((one: { id: number }) => one.id === ready.id)).toMatchObject({ draft_number: 1 });
  });

  it('has failed where nothing comes of it, and gives way to the next', async () => {
    const span = { created_at: server.clock.now().toISOString(), expires_at: '2026-12-01T00:00:00Z' };
    const order = { week: '2026-11-16', kinds: ['grades'], has_changes: false, ...span };
    const run = async (snapshotsIn: () => Promise<never[]>, isLastAttempt: boolean) => {
      const parts = { database: server.test.database, plans: { snapshotsIn } } as never;
      const key = { school_id: school.id, id: (await list())[0]?.id };
      await createBookletTask(parts)
        .run(key, { isLastAttempt } as never)
        .catch(() => undefined);
      return (await list())[0].state;
    };
    const fail = () => Promise.reject(new Error('no room'));
    await insertBooklet(db(), school.id, order);
    expect(await run(fail, false)).toBe('WAITING');
    expect(await run(fail, true)).toBe('FAILED');
    await insertBooklet(db(), school.id, order);
    expect(await run(async () => [], false)).toBe('FAILED');
    // The version of a draft has gone meanwhile.
    await insertBooklet(db(), school.id, { ...order, planner_version_id: null, draft_number: 4 });
    expect(await run(fail, false)).toBe('FAILED');
  });

  it('that is gone before it is made leaves no content behind', async () => {
    const span = { created_at: server.clock.now().toISOString(), expires_at: '2026-12-01T00:00:00Z' };
    await insertBooklet(db(), school.id, { week: '2026-11-16', kinds: ['grades'], has_changes: false, ...span });
    const { id } = (await list())[0];
    const store = await createLocalStore(join(server.dataFolder, 'files'), server.clock.now());
    const uuids: string[] = [];
    const late: FileStore = {
      ...store,
      async put(...content) {
        uuids.push(content[0]);
        await db().deleteFrom('planner_booklets').where('id', '=', id).execute();
        return store.put(...content);
      },
    };
    const { database } = server.test;
    const { plans } = server.server.features;
    const parts = { database, plans, store: late, texts: readTexts(join(ROOT, 'locales')), clock: server.clock };
    await createBookletTask(parts).run({ school_id: school.id, id }, {} as never);
    expect(uuids).toHaveLength(1);
    expect(await store.has(uuids[0] ?? '')).toBe(false);
  });
});

describe('a day without lessons', () => {
  it('is named after its holidays', async () => {
    const holidays = [{ id: 1, name: 'Wandertag', begins_at: '2026-11-17', ends_at: '2026-11-18' }];
    const chunks: Buffer[] = [];
    for await (const chunk of drawn(1, { plans: 0 }, { lessons: [], times: [], holidays } as never)) chunks.push(chunk);
    const [page] = await read(new Uint8Array(Buffer.concat(chunks)));
    expect(page?.words.match(/Wandertag/g)).toHaveLength(2);
    expect(page?.words.match(/noLessonsDay/g)).toHaveLength(3);
  });
});

/** As many plans as are asked for, each a full week. */
function drawn(count: number, taken: { plans: number }, instead?: BookletPlan) {
  const lesson = (day: number, hour: number): Lesson => {
    const date = `2026-11-${16 + day}`;
    const time = `${`${7 + hour}`.padStart(2, '0')}:`;
    const unit = { id: 1, shortcut: 'A105', name: null };
    return {
      uuid: `00000000-0000-4000-8000-${`${day * 10 + hour}`.padStart(12, '0')}`,
      lesson_id: day * 10 + hour,
      kind: null,
      meta: {
        displayname: 'Wirtschaft und Verwaltung',
        shortname: 'WV',
        displayname_kind: 'subject',
        moved_comment: null,
      },
      comment: 'Ein sehr langer Hinweis, der auf keinen Fall in eine einzige Zeile passt und deshalb endet. '.repeat(4),
      begins_at: date,
      ends_at: date,
      dates: [date],
      hour: `${hour}`,
      time_begins_at: `${time}00`,
      time_ends_at: `${time}45`,
      substituted_lessons: [],
      substituted_target_lessons: [],
      substituted_pivot: null,
      referenced_target_lessons: [],
      teachers: [{ id: 1, shortcut: 'Bg', name: 'Frau Berg' }],
      grades: [],
      bookables: [unit],
      subject: null,
      course: null,
    };
  };
  const lessons = [0, 1, 2, 3, 4].flatMap((day) => [1, 2, 3, 4, 5, 6, 7, 8].map((hour) => lesson(day, hour)));
  const plan: BookletPlan = instead ?? { lessons, times: [], holidays: [] };
  return writeBooklet({
    school: 'Amsel',
    entries: Array.from({ length: count }, (_, at) => ({ entity: 'grades' as const, id: at + 1, name: `${at + 1}a` })),
    dates: ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
    isChanged: false,
    draftNumber: null,
    now: new Date('2026-11-18T09:00:00Z'),
    zone: 'Europe/Berlin',
    language: 'de',
    t: ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as Translate,
    read: () => {
      taken.plans += 1;
      return plan;
    },
  });
}

describe('the file of 168 classes', () => {
  it('is written as far as it is taken away: who does not read it gets no more than a few pages ahead', async () => {
    const taken = { plans: 0 };
    const stream = drawn(168, taken);
    // Nobody reads: the writer stops at about a megabyte.
    await vi.waitFor(() => expect(stream.readableLength).toBeGreaterThan(1024 ** 2), 20_000);
    const stopped = taken.plans;
    expect(stopped).toBeLessThan(168);
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    expect(taken.plans).toBeLessThanOrEqual(stopped + 1);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(taken.plans).toBe(168);
    const pages = await read(new Uint8Array(Buffer.concat(chunks)));
    // Two pages of contents, whose links lead to every plan.
    expect(pages).toHaveLength(170);
    expect(pages.slice(0, 2).flatMap(({ links }) => links)).toEqual(Array.from({ length: 168 }, (_, at) => at + 3));
    expect(pages[0]?.links).toHaveLength(112);
    expect(pages[1]?.words).toMatch(/ 113a 115 114a 116 /);
    // A note ends at the end of a line, with dots.
    expect(pages[2]?.words).toContain(' …');
  });
});
