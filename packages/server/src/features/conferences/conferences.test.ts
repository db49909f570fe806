import { createHmac, randomUUID } from 'node:crypto';
import type { Conference, JoinedConference } from '@kreide/core/features/conferences';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel, buildConversation } from '../../../../../tests/support/channels.ts';
import { hear } from '../../../../../tests/support/chats.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../tests/support/people.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';
import { deleteConferences, eraseParticipant } from './queries.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const TURN = 'the secret of the turn server';
const NAMES = ['ada', 'ben', 'cem', 'dana', 'emil', 'fritzi', 'gül'];
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const tabs: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;

beforeAll(async () => {
  server = await startTestServer({
    env: {
      KREIDE_ICE_SERVERS: 'stun:turn.example.org:3478, turns:turn.example.org:443?transport=tcp',
      KREIDE_TURN_SECRET: TURN,
    },
  });
  school = await buildSchool(db(), 'amsel');
  for (const name of NAMES) {
    people[name] = await buildUser(db(), school.id, name, 'TEACHER');
    tokens[name] = await signIn(server, 'amsel', name);
    tabs[name] = randomUUID();
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['conference_feedback', 'conference_participants', 'conferences'] as const)
    await db().deleteFrom(table).execute();
  await db().deleteFrom('messages').where('type', '!=', 'NC_EVENT').execute();
  const members = NAMES.slice(1).map(idOf);
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members });
});
afterEach(() => server.clock.set(new Date(TEST_NOW)));

const later = (seconds: number) => server.clock.set(new Date(Date.parse(TEST_NOW) + seconds * 1000));
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${channel.id}/conferences${path}`, { token: tokens[who], body });
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).body.error?.code;
async function start(who = 'ben', has_lobby = false): Promise<Conference> {
  const { status, body } = await call(who, 'POST', '', { has_lobby });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const join = (who: string, { uuid }: Conference, media = 'video') =>
  call(who, 'POST', `/${uuid}/join`, { connection: tabs[who], media });
async function joined(who: string, conference: Conference, media = 'video'): Promise<JoinedConference> {
  const { status, body } = await join(who, conference, media);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const get = async (who: string, { uuid }: Conference): Promise<Conference> =>
  (await call(who, 'GET', `/${uuid}`)).body.data;
const presence = (who: string, { uuid }: Conference, values: object = {}) =>
  call(who, 'PUT', `/${uuid}/presence`, {
    connection: tabs[who],
    media: 'video',
    is_muted: false,
    is_sharing: false,
    ...values,
  });
const leave = (who: string, { uuid }: Conference) => call(who, 'POST', `/${uuid}/leave`, { connection: tabs[who] });
const onPerson = (who: string, { uuid }: Conference, verb: string, other: string) =>
  call(who, 'POST', `/${uuid}/${verb}`, { user_id: idOf(other) });
const signal = (who: string, { uuid }: Conference, other: string, values: object = {}) =>
  call(who, 'POST', `/${uuid}/signals`, {
    connection: tabs[who],
    to_user_id: idOf(other),
    to_connection: tabs[other],
    signals: [{ type: 'offer', sdp: 'v=0 secret' }],
    ...values,
  });
const here = async (conference: Conference) =>
  (await get('ada', conference)).participants.filter(({ state }) => state === 'in').map(({ user_id }) => user_id);
async function watch() {
  const tasks = server.server.features.all.flatMap((feature) => feature.tasks ?? []);
  const task = tasks.find(({ name }) => name === 'conferences:watch');
  const { signal: aborted } = new AbortController();
  await task?.run(
    {},
    { now: () => server.clock.now(), log: silentLog, signal: aborted, attempt: 1, isLastAttempt: true },
  );
}

describe('a conference', () => {
  it('is begun by who may write, said in the chat, joined, and ended for all: created, joined, ended [C-1.07] [C-4.36] [C-7.31] [C-7.32] [C-7.33]', async () => {
    const ear = await hear(server.url, tokens.cem ?? '', ['conference.', 'message.']);
    using _ = ear;
    const conference = await start('ben');
    expect(conference).toMatchObject({
      state: 'created',
      user_id: idOf('ben'),
      host_id: idOf('ben'),
      provider: 'mesh',
      channel_id: channel.id,

      created_at: new Date(TEST_NOW).toISOString(),
      ended_at: null,
      own_state: null,
      participants: [],
      seats: { video: 1, sound: 1 },
      can: { view: 1, join: 1, host: 1, feedback: 0 },
    });
    expect(conference.link).toBe(`${server.url}/channels/${channel.id}/join-conference/${conference.uuid}`);
    const message = await db().selectFrom('messages').selectAll().where('chat_id', '=', channel.chat_id).execute();
    expect(message).toMatchObject([
      { type: 'HINT', user_id: idOf('ben'), target_type: 'conferences', target_id: conference.id },
    ]);
    expect(message[0]?.content).toContain(conference.link);
    await expect
      .poll(() => ear.events.map(({ name }) => name))
      .toEqual(expect.arrayContaining(['message.created', 'conference.changed']));

    expect((await start('cem')).uuid).toBe(conference.uuid);
    const both = await Promise.all([joined('ben', conference), joined('cem', conference)]);
    expect(both[0]?.url).toBe(conference.link);
    expect(await get('ada', conference)).toMatchObject({ state: 'joined', can: { host: 1, feedback: 0 } });
    expect((await here(conference)).toSorted()).toEqual([idOf('ben'), idOf('cem')].toSorted());

    expect((await call('cem', 'POST', `/${conference.uuid}/end-conference`)).status).toBe(403);
    expect((await call('ben', 'POST', `/${conference.uuid}/end-conference`)).body.data).toMatchObject({
      state: 'ended',
      ended_at: new Date(TEST_NOW).toISOString(),
      participants: [],
      own_state: null,
      can: { join: 0, host: 0, feedback: 1 },
    });
    expect(await codeOf(join('cem', conference))).toBe('conference_ended');
    expect((await call('ben', 'GET', '')).body.data).toMatchObject({
      running: null,
      plan: { provider: 'mesh', members_count: 7, can: { start: 1 } },
    });
    const actions = await db().selectFrom('audit_log').select('action').where('entity', '=', 'conferences').execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['conferences.create', 'conferences.end']),
    );
  });

  it('runs once in a channel, whoever presses at the same moment, and the chat says so once [C-7.31]', async () => {
    const all = await Promise.all(['ada', 'ben', 'cem', 'dana'].map((who) => start(who)));
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(1);
    const { count } = await db()
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('chat_id', '=', channel.chat_id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  it('is there for two people who talk alone, and not begun where they may not write to each other [C-1.07] [C-6.07]', async () => {
    channel = await buildConversation(db(), school.id, idOf('ada'), idOf('ben'));
    const conference = await start('ada');
    expect((await joined('ben', conference)).conference.participants).toHaveLength(1);
    const pupils = await Promise.all(['pia', 'quirin'].map((name) => buildUser(db(), school.id, name, 'STUDENT')));
    for (const name of ['pia', 'quirin']) tokens[name] = await signIn(server, 'amsel', name);
    channel = await buildConversation(db(), school.id, pupils[0]?.id ?? 0, pupils[1]?.id ?? 0);
    expect(await codeOf(call('pia', 'POST', '', { has_lobby: false }))).toBe('chat_contact');
    expect(await db().selectFrom('conferences').selectAll().where('channel_id', '=', channel.id).execute()).toEqual([]);
  });
});

describe('the seats between browsers', () => {
  it('are four with a picture: the fifth is told before and refused, and nobody drops out [C-7.31]', async () => {
    const conference = await start('ada');
    for (const who of ['ada', 'ben', 'cem']) await joined(who, conference);
    expect((await get('dana', conference)).seats).toEqual({ video: 1, sound: 1 });
    await joined('dana', conference, 'sound');
    expect((await get('emil', conference)).seats).toEqual({ video: 0, sound: 0 });
    expect(await codeOf(join('emil', conference))).toBe('conference_full');
    expect(await codeOf(join('emil', conference, 'sound'))).toBe('conference_full');
    expect(await here(conference)).toHaveLength(4);
    expect((await get('emil', conference)).own_state).toBe(null);
  });

  it('are six with sound only, and nobody turns a camera on or shares a screen among five [C-7.31]', async () => {
    const conference = await start('ada');
    for (const who of ['ada', 'ben', 'cem', 'dana']) await joined(who, conference, 'sound');
    expect((await get('emil', conference)).seats).toEqual({ video: 0, sound: 1 });
    expect(await codeOf(join('emil', conference))).toBe('conference_full');
    for (const who of ['emil', 'fritzi']) await joined(who, conference, 'sound');
    expect((await get('gül', conference)).seats).toEqual({ video: 0, sound: 0 });
    expect(await codeOf(join('gül', conference, 'sound'))).toBe('conference_full');
    expect(await codeOf(presence('ben', conference))).toBe('conference_full');
    expect(await codeOf(presence('ben', conference, { media: 'sound', is_sharing: true }))).toBe('conference_full');
    for (const who of ['emil', 'fritzi']) await leave(who, conference);
    expect((await presence('ben', conference)).status).toBe(200);
  });

  it('are given to one at a time: of five who come at once one is refused [C-7.31]', async () => {
    const conference = await start('ada');
    const answers = await Promise.all(['ada', 'ben', 'cem', 'dana', 'emil'].map((who) => join(who, conference)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409]);
    expect(await here(conference)).toHaveLength(4);
  });

  it('come free by themselves when somebody has said nothing for a minute [C-7.34]', async () => {
    const conference = await start('ada');
    for (const who of ['ada', 'ben', 'cem', 'dana']) await joined(who, conference);
    later(50);
    for (const who of ['ada', 'ben', 'cem']) expect((await presence(who, conference)).status).toBe(200);
    later(61);
    await joined('emil', conference);
    expect((await here(conference)).toSorted()).toEqual(['ada', 'ben', 'cem', 'emil'].map(idOf).toSorted());
    // Back from sleep, dana is not in it any more and is told so.
    expect((await presence('dana', conference)).body.data.own_state).toBe(null);
  });
});

describe('whoever joins', () => {
  it('gets a password for the TURN server that ends by itself [C-7.34]', async () => {
    const conference = await start('ada');
    const { ice_servers } = await joined('ben', conference);
    const username = `${Date.parse(TEST_NOW) / 1000 + 6 * 3600}:${idOf('ben')}`;
    expect(ice_servers).toEqual([
      { urls: ['stun:turn.example.org:3478'] },
      {
        urls: ['turns:turn.example.org:443?transport=tcp'],
        username,
        credential: createHmac('sha1', TURN).update(username).digest('base64'),
      },
    ]);
  });

  it('with another tab is in it with that one; the older one is told, and its end ends nothing [C-7.34]', async () => {
    const conference = await start('ada');
    await joined('ben', conference);
    const second = randomUUID();
    await call('ben', 'POST', `/${conference.uuid}/join`, { connection: second, media: 'sound' });
    expect(await codeOf(presence('ben', conference))).toBe('conference_elsewhere');
    await leave('ben', conference);
    expect((await get('ada', conference)).participants).toMatchObject([{ user_id: idOf('ben'), connection: second }]);
  });

  it('reaches only those whom join has let in: nobody before the door, sent out, gone or taken out of the channel [C-7.31]', async () => {
    const conference = await start('ada', true);
    await joined('ada', conference);
    await joined('ben', conference);
    const ear = await hear(server.url, tokens.ben ?? '', ['conference.signal']);
    using _ = ear;
    expect((await signal('ben', conference, 'ada')).status).toBe(403);
    expect((await signal('ada', conference, 'ben')).status).toBe(404);
    await onPerson('ada', conference, 'admit', 'ben');
    for (const changed of [{ to_connection: randomUUID() }, { connection: randomUUID() }])
      expect(await codeOf(signal('ada', conference, 'ben', changed))).toBe('conference_elsewhere');
    expect((await signal('ada', conference, 'ben')).status).toBe(204);
    await expect.poll(() => ear.events).toHaveLength(1);
    expect(ear.events[0]?.payload).toEqual({
      channel_id: channel.id,
      conference_uuid: conference.uuid,
      from_user_id: idOf('ada'),
      from_connection: tabs.ada,
      to_connection: tabs.ben,
      signals: [{ type: 'offer', sdp: 'v=0 secret' }],
    });
    expect((await signal('ada', conference, 'ada')).status).toBe(404);
    await db()
      .updateTable('channel_members')
      .set({ left_at: TEST_NOW })
      .where('channel_id', '=', channel.id)
      .where('user_id', '=', idOf('ben'))
      .execute();
    expect((await signal('ada', conference, 'ben')).status).toBe(404);
    expect((await signal('ben', conference, 'ada')).status).toBe(403);
    await presence('ada', conference);
    expect(await here(conference)).toEqual([idOf('ada')]);
  });
});

describe('whoever leads it', () => {
  it('lets in who waits; those who wait are seen by nobody else, and nobody gets past the door [C-1.07] [C-7.34]', async () => {
    const conference = await start('ben', true);
    const waiting = await joined('cem', conference);
    expect(waiting).toMatchObject({ url: null, ice_servers: [], conference: { own_state: 'waiting' } });
    expect(waiting.conference.participants).toMatchObject([{ user_id: idOf('cem') }]);
    await joined('ben', conference);
    expect((await get('ben', conference)).participants.map(({ state }) => state).toSorted()).toEqual(['in', 'waiting']);
    expect((await get('dana', conference)).participants.map(({ user_id }) => user_id)).toEqual([idOf('ben')]);
    for (const who of ['cem', 'dana']) expect((await onPerson(who, conference, 'admit', 'cem')).status).toBe(403);
    expect((await onPerson('ben', conference, 'admit', 'dana')).status).toBe(404);
    expect((await onPerson('ben', conference, 'admit', 'cem')).status).toBe(200);
    expect((await joined('cem', conference)).url).toBe(conference.link);
  });

  it('sends somebody out, who stays out until they are let in again; hands over, and ends nothing any more [C-1.07] [C-7.33]', async () => {
    const conference = await start('ben');
    for (const who of ['ben', 'cem', 'dana']) await joined(who, conference);
    expect((await onPerson('cem', conference, 'remove', 'dana')).status).toBe(403);
    expect((await onPerson('ben', conference, 'remove', 'dana')).status).toBe(200);
    expect(await get('dana', conference)).toMatchObject({ own_state: 'removed', can: { join: 0 } });
    expect((await join('dana', conference)).status).toBe(403);
    expect((await presence('dana', conference)).status).toBe(403);
    await onPerson('ben', conference, 'admit', 'dana');
    await joined('dana', conference);
    expect((await onPerson('ben', conference, 'host', 'emil')).status).toBe(404);
    expect((await onPerson('ben', conference, 'host', 'cem')).body.data).toMatchObject({
      host_id: idOf('cem'),
      can: { host: 0 },
    });
    expect((await call('ben', 'POST', `/${conference.uuid}/end-conference`)).status).toBe(403);
    expect((await call('cem', 'POST', `/${conference.uuid}/end-conference`)).status).toBe(200);
  });

  it('may be an administrator of the channel who did not begin it [C-1.07]', async () => {
    const conference = await start('ben');
    await joined('ben', conference);
    expect((await onPerson('ada', conference, 'remove', 'ben')).status).toBe(200);
    expect((await call('ada', 'POST', `/${conference.uuid}/end-conference`)).body.data.state).toBe('ended');
  });
});

describe('feedback', () => {
  it('is given, changed and deleted by who was there, and read by nobody else [C-3.56] [C-4.37] [C-7.35] [C-7.36]', async () => {
    const conference = await start('ada');
    await joined('ben', conference);
    await call('ada', 'POST', `/${conference.uuid}/end-conference`);
    const say = (who: string, body: object) => call(who, 'PUT', `/${conference.uuid}/feedback`, body);
    expect((await say('cem', { rating: 5, comment: null })).status).toBe(403);
    for (const rating of [0, 6, 2.5]) expect((await say('ben', { rating, comment: null })).status).toBe(422);
    const long = await say('ben', { rating: 3, comment: 'x'.repeat(1001) });
    expect(long.body.error.issues).toMatchObject([{ path: 'body.comment', rule: 'commentMax' }]);
    expect((await say('ben', { rating: 3, comment: ` ${'ü'.repeat(1000)} ` })).status).toBe(200);
    expect((await say('ben', { rating: 5, comment: '  ' })).body.data.feedback).toEqual({
      rating: 5,
      comment: null,
      updated_at: new Date(TEST_NOW).toISOString(),
    });
    expect((await get('ada', conference)).feedback).toBe(null);
    expect((await call('ben', 'DELETE', `/${conference.uuid}/feedback`)).body.data.feedback).toBe(null);
    expect((await call('ben', 'DELETE', `/${conference.uuid}/feedback`)).status).toBe(200);
    expect(await db().selectFrom('conference_feedback').selectAll().execute()).toEqual([]);
  });
});

describe('the job', () => {
  it('ends a conference that nobody was in for ten minutes, and none that somebody is in [C-4.36] [C-1.07]', async () => {
    const conference = await start('ada');
    later(599);
    await watch();
    expect((await get('ada', conference)).state).toBe('created');
    later(600);
    await watch();
    expect((await get('ada', conference)).state).toBe('ended');

    server.clock.set(new Date(TEST_NOW));
    const other = await start('ada');
    await joined('ada', other);
    await joined('ben', other);
    await leave('ben', other);
    for (const seconds of [50, 100]) {
      later(seconds);
      await presence('ada', other);
    }
    // From here on ada is silent: gone after a minute, and the ten minutes count from when that was seen.
    later(161);
    const ear = await hear(server.url, tokens.cem ?? '', ['conference.changed']);
    using _ = ear;
    await watch();
    expect(await get('ada', other)).toMatchObject({ state: 'joined', participants: [] });
    later(161 + 599);
    await watch();
    expect((await get('ada', other)).state).toBe('joined');
    later(161 + 600);
    await watch();
    expect((await get('ada', other)).state).toBe('ended');
    await expect.poll(() => ear.events.length).toBeGreaterThan(0);
  });
});

describe('what is kept', () => {
  it('goes with the person, and with time [D-6.08]', async () => {
    const conference = await start('ada');
    await joined('ada', conference);
    await joined('ben', conference);
    await call('ben', 'PUT', `/${conference.uuid}/feedback`, { rating: 4, comment: 'gut' });
    await eraseParticipant(db(), { school_id: school.id, user_id: idOf('ben') });
    expect(await db().selectFrom('conference_feedback').selectAll().execute()).toEqual([]);
    expect(await here(conference)).toEqual([idOf('ada')]);
    await eraseParticipant(db(), { school_id: school.id, user_id: idOf('ada') });
    expect(await get('cem', conference)).toMatchObject({ user_id: null, user: null, host_id: null });
    await call('ada', 'POST', `/${conference.uuid}/end-conference`);
    expect(await deleteConferences(db(), new Date(TEST_NOW))).toBe(0);
    expect(await deleteConferences(db(), new Date(Date.parse(TEST_NOW) + 1))).toBe(1);
  });
});
