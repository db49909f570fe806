import type { Lesson } from '@kreide/core/features/timetable';
import type { Translate } from '@kreide/core/kernel';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUser, signIn } from '../../../../../tests/support/people.ts';
import { buildPlanSchool, type PlanSchool } from '../../../../../tests/support/plan-school.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { writeBooklet } from './booklet/pdf.ts';
import type { BookletPlan } from './booklet/read-plans.ts';

let server: TestServer;
let school: PlanSchool;
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const call = (who: string, method: string, path: string, body?: object) =>
  server.request(method, `/v1/timetables/booklets${path}`, { token: tokens[who] ?? '', ...(body ? { body } : {}) });
const list = async () => (await call('admin', 'GET', '')).body.data;

const HOSTILE = 'Ä\u202e<b>../../etc\u0007 „Amsel“';

/** The text of each page and the places to which its links lead. */
async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(document, { mergePages: false });
  const pages = await Promise.all(
    text.map(async (words, at) => {
      const page = await document.getPage(at + 1);
      const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === 'Link');
      return { words: words.replace(/\s+/g, ' '), links: links.length, view: page.view };
    }),
  );
  return pages;
}

/** Orders a booklet and waits for its file. */
async function made(body: object) {
  const ordered = await call('admin', 'POST', '', body);
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
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(pages.map(({ links }) => links)).toEqual([3, 0, 0, 0]);
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
    const { pages } = await made({ week: '2026-11-16', kinds: ['teachers', 'grades', 'bookables'], has_changes: true });
    const tenth = pages.find(({ words }) => words.startsWith('10b'))?.words ?? '';
    for (const part of ['Entfällt', 'Verlegt auf Fr', 'Besuch im Stadtmuseum', 'Mit Vertretungen', 'Gestrichelt'])
      expect(tenth).toContain(part);
    expect(pages.map(({ words }) => words).join()).not.toContain('Wörterbücher');
    expect(pages.filter(({ words }) => /^Bg · Berg/.test(words))).toHaveLength(1);
    expect(pages.filter(({ words }) => /^204 /.test(words))).toHaveLength(1);
  });

  it('is made once at a time, for a week of a school year and each kind once, by those who see all plans; it ends with its time', async () => {
    const wish = { week: '2026-11-16', kinds: ['grades'], has_changes: false };
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
    await db()
      .updateTable('planner_booklets')
      .set({ state: 'WAITING', size: null })
      .where('id', '=', ready.id)
      .execute();
    expect((await call('admin', 'POST', '', wish)).body.error.code).toBe('booklet_running');
    expect((await call('admin', 'GET', `/${ready.id}`)).status).toBe(404);
    await db().updateTable('planner_booklets').set({ expires_at: '2026-11-01T00:00:00Z' }).execute();
    expect(await list()).toEqual([]);
    const prune = server.server.features.all.flatMap(({ prune = {} }) => prune.planner_booklets ?? [])[0];
    expect(await prune?.(new Date('2026-10-31T00:00:00Z'))).toBe(0);
    expect(await prune?.(new Date('2026-11-02T00:00:00Z'))).toBe(3);
  });
});

/** As many plans as are asked for, each a full week. */
function drawn(count: number, taken: { plans: number }) {
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
  const plan: BookletPlan = { lessons, times: [], holidays: [] };
  return writeBooklet({
    school: 'Amsel',
    entries: Array.from({ length: count }, (_, at) => ({ entity: 'grades' as const, id: at + 1, name: `${at + 1}a` })),
    dates: ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
    isChanged: false,
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
    expect(pages[0]?.links).toBe(112);
    expect(pages[1]?.links).toBe(56);
    // A note ends at the end of a line, with dots.
    expect(pages[2]?.words).toContain(' …');
  });
});
