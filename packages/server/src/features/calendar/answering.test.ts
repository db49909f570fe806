import type { CalendarEvent, EventAnswerer } from '@kreide/core/features/calendar';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let [choir, secret] = [0, 0];
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const NAMES = { ada: 'TEACHER', ben: 'TEACHER', cem: 'TEACHER', dana: 'STUDENT', finn: 'PARENT' } as const;
const db = () => server.test.database.kysely;
const idOf = (name: keyof typeof NAMES) => ids[name] as number;

/** Ada leads the choir, in which Dana and Finn sing. Ben leads one whose members are hidden: Ada writes there, Dana is in it. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of Object.entries(NAMES)) {
    ids[name] = (await buildUser(db(), school.id, name, role)).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const singers = { admins: [idOf('ada')], members: [idOf('dana'), idOf('finn')] };
  choir = (await buildChannel(db(), school.id, singers)).id;
  const hidden = { admins: [idOf('ben')], members: [idOf('ada'), idOf('dana')] };
  secret = (await buildChannel(db(), school.id, hidden, { is_hidden_memberlist: true, is_twoway: true })).id;
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  await server.test.database.pool.query('delete from calendar_events');
  await server.test.database.pool.query('update channel_members set left_at = null');
});

const DRAFT = {
  name: 'Rehearsal',
  is_all_day: false,
  category: 'MEETING',
  location: null,
  description: '',
  begins_at: '2026-11-20T15:00:00.000Z',
  ends_at: '2026-11-20T16:00:00.000Z',
  users: [] as number[],
  is_notifiable: false,
};
const EVENTS = '/channels/calendars/events';
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1${path}`, { token: tokens[who], body });
async function made(values: object = {}): Promise<CalendarEvent> {
  const { status, body } = await call('ada', 'POST', EVENTS, {
    ...DRAFT,
    channels: [choir],
    answers_for: 'author',
    ...values,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const answer = (who: string, { id }: CalendarEvent, given: string) =>
  call(who, 'PUT', `${EVENTS}/${id}/answer`, { answer: given });
const seen = async (who: string, { id }: CalendarEvent) =>
  (await call(who, 'GET', `${EVENTS}/${id}`)).body.data as CalendarEvent;
const listed = async (who: string, { id }: CalendarEvent, given: string) => {
  const { status, body } = await call(who, 'GET', `${EVENTS}/${id}/answers?answer=${given}`);
  return status === 200 ? (body.data as EventAnswerer[]).map((one) => one.id) : status;
};
const kept = async () => (await db().selectFrom('calendar_event_answers').select('user_id').execute()).length;

describe('an event that asks for answers', () => {
  it('takes one of each who takes part until it begins, and nothing where nobody is asked [C-3.32]', async () => {
    const begins_at = new Date(Date.parse(TEST_NOW) + 60_000).toISOString();
    const event = await made({ begins_at });
    expect((await answer('dana', event, 'yes')).body.data).toMatchObject({ own_answer: 'yes', can: { answer: 1 } });
    expect((await answer('dana', event, 'maybe')).body.data).toMatchObject({ own_answer: 'maybe' });
    expect((await answer('dana', event, 'perhaps')).status).toBe(422);
    expect((await answer('cem', event, 'yes')).status).toBe(404);
    expect((await seen('ada', event)).participants_status).toEqual({ yes: 0, no: 0, maybe: 1, open: 2 });
    server.clock.set(new Date(begins_at));
    expect((await answer('dana', event, 'no')).status).toBe(403);
    expect(await seen('dana', event)).toMatchObject({ own_answer: 'maybe', can: { answer: 0 } });
    server.clock.set(new Date(TEST_NOW));
    const silent = await made({ answers_for: null });
    expect((await answer('dana', silent, 'yes')).status).toBe(403);
    const alone = await made({ channels: [], users: [idOf('ben')] });
    expect([(await answer('ada', alone, 'yes')).status, (await answer('ben', alone, 'yes')).status]).toEqual([
      403, 200,
    ]);
  });

  it('shows numbers and names to whom its author wants, and who has not answered to the author alone [C-3.32]', async () => {
    const seenAs = async (answers_for: string) => {
      const event = await made({ answers_for });
      await answer('dana', event, 'yes');
      const numbers = (await seen('finn', event)).participants_status;
      return [numbers?.yes ?? null, await listed('finn', event, 'yes'), await listed('finn', event, 'open')];
    };
    expect(await seenAs('author')).toEqual([null, 403, 403]);
    expect(await seenAs('numbers')).toEqual([1, 403, 403]);
    expect(await seenAs('names')).toEqual([1, [idOf('dana')], 403]);
    const event = await made();
    await answer('dana', event, 'no');
    expect(await listed('ada', event, 'no')).toEqual([idOf('dana')]);
    expect(await listed('ada', event, 'open')).toEqual([idOf('ada'), idOf('finn')]);
    // How many have not answered says how many take part.
    const quiet = await made({ answers_for: 'numbers', participants_visible: false });
    expect((await seen('dana', quiet)).participants_status).toEqual({ yes: 0, no: 0, maybe: 0, open: null });
    const wrong = { ...DRAFT, channels: [choir], answers_for: 'names', participants_visible: false };
    const refused = await call('ada', 'POST', EVENTS, wrong);
    expect(refused.body.error.issues).toMatchObject([{ path: 'body.answers_for', rule: 'answersNames' }]);
  });

  it('counts people of a channel whose members are hidden, and names them to nobody who may not know [C-4.10]', async () => {
    const event = await made({ channels: [secret], answers_for: 'names' });
    await answer('dana', event, 'yes');
    await answer('ben', event, 'yes');
    expect((await seen('ada', event)).participants_status).toMatchObject({ yes: 2, open: 1 });
    expect(await listed('ada', event, 'yes')).toEqual([]);
    expect(await listed('dana', event, 'yes')).toEqual([idOf('dana')]);
    expect(await listed('ben', event, 'yes')).toEqual([idOf('ben'), idOf('dana')]);
    // By name, or in another channel, the same person is no secret.
    const both = await made({ channels: [secret, choir] });
    await answer('dana', both, 'yes');
    expect(await listed('ada', both, 'yes')).toEqual([idOf('dana')]);
  });

  it('forgets the answer of who is not invited any more, and does not count who has left [C-3.32]', async () => {
    const event = await made({ users: [idOf('ben')] });
    for (const who of ['ben', 'dana']) await answer(who, event, 'yes');
    await db()
      .updateTable('channel_members')
      .set({ left_at: TEST_NOW })
      .where('channel_id', '=', choir)
      .where('user_id', '=', idOf('dana'))
      .execute();
    expect((await seen('ada', event)).participants_status).toEqual({ yes: 1, no: 0, maybe: 0, open: 2 });
    expect(await listed('ada', event, 'yes')).toEqual([idOf('ben')]);
    const { updated_at } = event;
    const changed = await call('ada', 'PUT', `${EVENTS}/${event.id}`, { ...DRAFT, channels: [choir], updated_at });
    expect(changed.body.data).toMatchObject({ answers_for: 'author', participants_status: { yes: 0, open: 2 } });
    expect(await kept()).toBe(0);
  });

  it('tells its author of each answer, without saying which [C-3.32]', async () => {
    const event = await made();
    await server.test.database.pool.query('delete from outbox');
    await answer('dana', event, 'yes');
    const { rows } = await server.test.database.pool.query(
      "select payload from outbox where event = 'calendar.answered'",
    );
    expect(rows.map(({ payload }) => payload)).toEqual([{ id: event.id }]);
  });
});
