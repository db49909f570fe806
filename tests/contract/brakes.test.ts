import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

let server: TestServer;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  const school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'ADMIN'],
    ['ben', 'ADMIN'],
    ['eve', 'ADMIN'],
    ...Array.from({ length: 70 }, (_, at) => [`c${at}`, 'TEACHER'] as const),
  ] as const)
    people[name] = await buildUser(db(), school.id, name, role);
  channel = await buildChannel(db(), school.id, {
    admins: ['ada', 'ben', 'eve'].map((name) => people[name]?.id ?? 0),
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.set(new Date(TEST_NOW));
  for (const name of ['ada', 'ben', 'eve']) tokens[name] = await signIn(server, 'amsel', name);
});

const news = () => ({
  title: 'Konzert',
  content: '<p>Am Freitag.</p>',
  publish_at: null,
  is_notifiable: false,
  is_pinned: false,
  is_official: false,
  is_public: false,
  is_confirmable: false,
  channels: [channel.id],
  user_ids: [],
});
const event = () => ({
  name: 'Treffen',
  description: '',
  location: null,
  category: 'MEETING',
  is_all_day: false,
  begins_at: '2026-11-20T18:00:00.000Z',
  ends_at: '2026-11-20T19:00:00.000Z',
  is_notifiable: false,
  channels: [channel.id],
  users: [],
});
const QUESTIONS = [{ question: 'Wohin?', options: [{ name: 'Wald' }, { name: 'See' }] }];
interface Made {
  free: number;
  path: string | (() => string);
  body: (at: number) => object;
  /** Between the free ones, milliseconds. */
  pause?: number;
  /** What is done before the next one. */
  after?: () => Promise<unknown>;
}
const CALLS: Readonly<Record<string, Made>> = {
  news: { free: 50, path: 'news', body: news },
  events: { free: 50, path: 'calendars/events', body: event },
  surveys: { free: 50, path: 'surveys', body: () => ({ questions: QUESTIONS }) },
  channels: {
    free: 50,
    path: 'start',
    body: () => ({ name: 'Chor', description: '', color: null, users: [], is_twoway: true }),
  },
  conferences: {
    free: 50,
    path: () => `${channel.id}/conferences`,
    body: () => ({ has_lobby: false }),
    // Its message counts among those of a minute, and a channel has one at a time.
    pause: 4000,
    after: () => db().updateTable('conferences').set({ ended_at: TEST_NOW }).execute(),
  },
  folders: {
    free: 100,
    path: () => `cloud/${channel.id}/create-directory`,
    body: () => ({ name: `Ordner ${randomUUID()}`, parent: null }),
  },
  conversations: { free: 60, path: 'start-conversation', body: (at) => ({ user_id: people[`c${at}`]?.id }) },
};

describe('what one person makes in an hour', () => {
  for (const [name, { free, path, body, pause = 0, after }] of Object.entries(CALLS))
    it(`is counted for ${name}: beyond ${free} of them each waits longer, and is told how long`, async () => {
      const make = async (who: string, at: number) => {
        const to = typeof path === 'string' ? path : path();
        const answer = await server.request('POST', `/v1/channels/${to}`, { token: tokens[who], body: body(at) });
        await after?.();
        return answer;
      };
      for (let at = 0; at < free; at += 1) {
        expect((await make('ada', at)).status, String(at)).toBe(200);
        server.clock.advance(pause);
      }
      // The first that is too many waits for a second, the next for two.
      server.clock.advance(1000);
      expect((await make('ada', free)).status).toBe(200);
      server.clock.advance(1000);
      const refused = await make('ada', free + 1);
      expect(refused.status).toBe(429);
      expect(refused.body.error).toMatchObject({ code: 'too_many', message: expect.stringContaining('in 1 Sekunde') });
      expect(Number(refused.headers.get('retry-after'))).toBe(1);
      // Others are not held up, nor is anybody after an hour.
      expect((await make('ben', free + 1)).status).toBe(200);
      server.clock.advance(61 * 60_000);
      tokens.ada = await signIn(server, 'amsel', 'ada');
      expect((await make('ada', free + 2)).status).toBe(200);
    });

  it('counts a change of an event that its people are told of, and none that they are not', async () => {
    const path = '/v1/channels/calendars/events';
    const made = (await server.request('POST', path, { token: tokens.eve, body: event() })).body.data;
    let { updated_at } = made;
    const change = async (is_notifiable: boolean) => {
      const body = { ...event(), updated_at, is_notifiable };
      const answer = await server.request('PUT', `${path}/${made.id}`, { token: tokens.eve, body });
      updated_at = answer.body.data?.updated_at ?? updated_at;
      return answer.status;
    };
    for (let at = 1; at < 50; at += 1) expect(await change(true), String(at)).toBe(200);
    server.clock.advance(1000);
    expect(await change(true)).toBe(200);
    server.clock.advance(1000);
    expect([await change(true), await change(false)]).toEqual([429, 200]);
  });

  it('counts publications at the planner, the desk and the import together, and takes 120 of them', async () => {
    const version_uuid = randomUUID();
    const doors = [
      ['timetables/publish', { version_uuid, revision: 1, in_force: null, from: '2026-11-20' }],
      ['timetables/desk/publish', { date: '2026-11-20', decisions: [{ id: 1, version: 1 }] }],
      [`timetable-service/uploads/${version_uuid}/publish`, { replace: false, revision: 1 }],
    ] as const;
    const publish = async ([path, body]: (typeof doors)[number], who: string) =>
      (await server.request('POST', `/v1/${path}`, { token: tokens[who], body })).status;
    for (let at = 0; at < 120; at += 1)
      expect(await publish(doors[at % 3] as (typeof doors)[number], 'ada'), String(at)).toBe(404);
    for (const door of doors) {
      server.clock.advance(1000 * 60);
      expect(await publish(door, 'ada')).toBe(404);
      expect([await publish(door, 'ada'), await publish(door, 'ben')]).toEqual([429, 404]);
    }
  });
});
