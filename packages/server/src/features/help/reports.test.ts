import { predictSolution, REPORTS_OPEN_MAXIMUM } from '@kreide/core/features/help';
import type { Lesson } from '@kreide/core/features/timetable';
import type { Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { eraseReports, reportData } from './queries/reports.ts';

let server: TestServer;
let school: { id: number };
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const PEOPLE = { ben: 'STUDENT', mia: 'STUDENT', pia: 'PARENT', ada: 'ADMIN', tom: 'TEACHER' } as const;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(PEOPLE)) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  await server.test.database.pool.query(
    'insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)',
    [school.id, ids.ben, ids.pia],
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  await db().deleteFrom('timetable_reports').execute();
});

const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/feedback/timetable${path}`, {
    token: tokens[who] ?? '',
    ...(body === undefined ? {} : { body }),
  });
const draft = { lesson: 'Mo, 08:00–08:45, Deutsch', reason: 'course', course: 'Deutsch 2', text: ' Seit Montag. ' };
const send = (who: string, about: string) => call(who, 'POST', '', { ...draft, user_id: ids[about] });
const read = (who: string, about: string) => call(who, 'GET', `?user_id=${ids[about]}`);

it('pupils and their parents say what is wrong in a plan, nobody else does or reads it but planners [P-7.41]', async () => {
  expect((await send('ben', 'ben')).body.data).toMatchObject({
    ...draft,
    text: 'Seit Montag.',
    state: 'open',
    answer: '',
  });
  expect((await send('pia', 'ben')).status).toBe(200);
  for (const [who, about] of [
    ['mia', 'ben'],
    ['pia', 'mia'],
    ['tom', 'ben'],
    ['tom', 'tom'],
    ['ada', 'ben'],
  ] as const)
    expect((await send(who, about)).status, `${who} about ${about}`).toBe(404);
  for (const who of ['ben', 'pia', 'ada']) expect((await read(who, 'ben')).body.data, who).toHaveLength(2);
  for (const who of ['mia', 'tom']) expect((await read(who, 'ben')).status, who).toBe(404);
  // Of another pupil nothing stands there, nor in anybody's own data; a parent's have what the parent wrote.
  expect((await send('mia', 'mia')).status).toBe(200);
  expect((await read('pia', 'ben')).body.data.map(({ user_id }: { user_id: number }) => user_id)).toEqual([
    ids.ben,
    ids.ben,
  ]);
  const t = (() => '') as unknown as Translate;
  const counted = async (who: string) =>
    (await reportData.timetable_reports?.(db(), { school_id: school.id, user_id: ids[who] ?? 0 }, t))?.length;
  expect([await counted('ben'), await counted('pia'), await counted('mia'), await counted('tom')]).toEqual([
    2, 1, 1, 0,
  ]);
  await eraseReports(db(), { school_id: school.id, user_id: ids.pia ?? 0 });
  expect([await counted('ben'), await counted('pia')]).toEqual([2, 0]);
  await eraseReports(db(), { school_id: school.id, user_id: ids.ben ?? 0 });
  expect([await counted('ben'), await counted('mia')]).toEqual([0, 1]);
});

it('an answer is given once, told to whoever wrote and to the pupil, and leads to where it is read', async () => {
  const { id } = (await send('pia', 'ben')).body.data;
  const answer = (text: string) => call('ada', 'PUT', `/reports/${id}`, { answer: text });
  expect((await answer('Ab morgen stimmt es.')).body.data).toMatchObject({
    state: 'answered',
    answer: 'Ab morgen stimmt es.',
  });
  expect((await answer('Doch nicht.')).body.error.code).toBe('already_answered');
  expect((await read('pia', 'ben')).body.data).toMatchObject([{ answer: 'Ab morgen stimmt es.' }]);
  const { rows } = await server.test.database.pool.query(
    `select channels.owner_id, messages.content, messages.actions from messages
    join chats on chats.school_id = messages.school_id and chats.id = messages.chat_id
    join channels on channels.school_id = chats.school_id and channels.id = chats.channel_id
    where messages.school_id = $1 and messages.type = 'NC_EVENT' order by channels.owner_id`,
    [school.id],
  );
  const content = `Antwort zu deiner Meldung im Plan\n${draft.lesson}\nAb morgen stimmt es.`;
  const actions = [{ type: 'LINK_INTERNAL', action: `/feedback/dialog/${ids.ben}/response` }];
  expect(rows.map(({ owner_id }) => Number(owner_id))).toEqual([ids.ben, ids.pia]);
  for (const row of rows) expect(row).toMatchObject({ content, actions });
});

it('planners see what waits first; of one plan only so many wait', async () => {
  const first = (await send('ben', 'ben')).body.data.id;
  const second = (await send('ben', 'ben')).body.data.id;
  const third = (await send('ben', 'ben')).body.data.id;
  const last = (await send('ben', 'ben')).body.data.id;
  for (const id of [first, last]) {
    server.clock.advance(1000);
    await call('ada', 'PUT', `/reports/${id}`, { answer: 'Ja.' });
  }
  const listed = (await call('ada', 'GET', '/reports')).body.data.map(({ id }: { id: number }) => id);
  expect(listed).toEqual([second, third, last, first]);
  expect((await read('pia', 'ben')).body.data[0].id).toBe(last);
  for (let open = 2; open < REPORTS_OPEN_MAXIMUM - 1; open++) expect((await send('ben', 'ben')).status).toBe(200);
  const both = await Promise.all([send('ben', 'ben'), send('pia', 'ben')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await send('pia', 'ben')).body.error.code).toBe('reports_full');
  const t = (() => '') as unknown as Translate;
  const shown = await reportData.timetable_reports?.(db(), { school_id: school.id, user_id: ids.ben ?? 0 }, t);
  expect(shown?.[0]).toMatchObject({ name: draft.lesson, text: ['Seit Montag.', 'Ja.'] });
});

it('whoever is not a parent of the pupil any more is not told what is answered', async () => {
  const { id } = (await send('pia', 'ben')).body.data;
  const told = async () =>
    (
      await server.test.database.pool.query(
        `select distinct owner_id from channels join chats on chats.channel_id = channels.id
          join messages on messages.chat_id = chats.id where messages.content like '%Nur für Ben.'`,
      )
    ).rows.map(({ owner_id }) => Number(owner_id));
  const of = [school.id, ids.ben, ids.pia];
  const { pool } = server.test.database;
  await pool.query('delete from user_parents where school_id = $1 and user_id = $2 and parent_id = $3', of);
  expect((await call('ada', 'PUT', `/reports/${id}`, { answer: 'Nur für Ben.' })).status).toBe(200);
  await pool.query('insert into user_parents (school_id, user_id, parent_id) values ($1, $2, $3)', of);
  expect(await told()).toEqual([ids.ben]);
});

it('a change of the day explains a lesson before its course does', () => {
  const course = { id: 1, shortcut: 'D2', name: null } as unknown as Lesson['course'];
  const of = (kind: Lesson['kind'], changed = 0) =>
    predictSolution({ kind, course, substituted_lessons: Array(changed).fill({}) as Lesson['substituted_lessons'] });
  expect([of('CANCLED'), of('MOVED_TO'), of('MOVED_FROM', 1), of(null, 1), of(null)]).toEqual([
    'cancelled',
    'moved',
    'moved',
    'substituted',
    'course',
  ]);
  expect(predictSolution({ kind: null, course: null, substituted_lessons: [] })).toBeNull();
});

it('a child whose account is put away is neither reported on nor left in the queue, and blanks are no answer', async () => {
  const { id } = (await send('pia', 'ben')).body.data;
  expect((await call('ada', 'PUT', `/reports/${id}`, { answer: ' \n ' })).status).toBe(422);
  const put = (deleted_at: string | null) =>
    db()
      .updateTable('users')
      .set({ deleted_at })
      .where('id', '=', ids.ben ?? 0)
      .execute();
  await put('2026-11-17T08:00:00Z');
  expect([(await send('pia', 'ben')).status, (await read('pia', 'ben')).status]).toEqual([404, 404]);
  expect((await call('ada', 'GET', '/reports')).body.data).toEqual([]);
  await put(null);
});
