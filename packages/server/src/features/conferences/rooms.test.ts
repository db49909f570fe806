import { randomUUID } from 'node:crypto';
import type { Conference } from '@kreide/core/features/conferences';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { passJobWaits } from '../../../../../tests/support/jobs.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import {
  type BbbPeer,
  type JitsiPeer,
  startBbbPeer,
  startJitsiPeer,
} from '../../../../../tests/support/room-servers.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../../tests/support/server.ts';
import { silentLog } from '../../kernel/log.ts';
import { createBbbDriver, readValues } from './drivers/bbb.ts';

const NAMES = ['ada', 'ben', 'cem', 'dana', 'emil', 'fritzi', 'gül'];

/** A server that knows one conference server, with a channel that is too large for browsers alone. */
interface Place extends AsyncDisposable {
  server: TestServer;
  school: BuiltSchool;
  channel: BuiltChannel;
  ids: Record<string, number>;
  tokens: Record<string, string>;
}

async function open(env: Record<string, string>): Promise<Place> {
  const server = await startTestServer({ env });
  const db = server.test.database.kysely;
  const school = await buildSchool(db, 'amsel');
  const [ids, tokens]: [Record<string, number>, Record<string, string>] = [{}, {}];
  for (const name of NAMES) {
    ids[name] = (await buildUser(db, school.id, name, 'TEACHER')).id;
    tokens[name] = await signIn(server, 'amsel', name);
  }
  const channel = await buildChannel(
    db,
    school.id,
    { admins: [ids.ada ?? 0], members: NAMES.slice(1).map((name) => ids[name] ?? 0) },
    { name: 'Chor & Co' },
  );
  return { server, school, channel, ids, tokens, [Symbol.asyncDispose]: () => server.stop() };
}

const call = ({ server, channel, tokens }: Place, who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${channel.id}/conferences${path}`, { token: tokens[who], body });
const start = async (place: Place): Promise<Conference> =>
  (await call(place, 'ada', 'POST', '', { has_lobby: false })).body.data;
const join = async (place: Place, who: string, { uuid }: Conference) =>
  (await call(place, who, 'POST', `/${uuid}/join`, { connection: randomUUID(), media: 'video' })).body.data;
const stateOf = async (place: Place, { uuid }: Conference) =>
  (await call(place, 'ada', 'GET', `/${uuid}`)).body.data.state;
/** Where an address leads, without going there. */
const leads = async (url: string) => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
async function watch({ server }: Place) {
  const task = server.server.features.all
    .flatMap((feature) => feature.tasks ?? [])
    .find(({ name }) => name === 'conferences:watch');
  await task?.run(
    {},
    {
      now: () => server.clock.now(),
      log: silentLog,
      signal: new AbortController().signal,
      attempt: 1,
      isLastAttempt: true,
    },
  );
}

describe('BigBlueButton', () => {
  let peer: BbbPeer;
  let place: Place;
  beforeAll(async () => {
    peer = await startBbbPeer();
    place = await open({ KREIDE_BBB_URL: peer.url, KREIDE_BBB_SECRET: peer.secret });
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    const { pool } = place.server.test.database;
    for (const table of ['conference_feedback', 'conference_participants', 'conferences'])
      await pool.query(`delete from ${table}`);
    for (const list of [peer.joined, peer.calls, peer.refused]) list.length = 0;
    peer.meetings.clear();
  });
  afterEach(() => place.server.clock.set(new Date(TEST_NOW)));

  it('carries a channel that is too large for browsers: the way in is made per click, works once, and says who leads [C-7.31] [C-7.34]', async () => {
    const conference = await start(place);
    expect(conference).toMatchObject({ provider: 'bbb', seats: null });
    const ways = [];
    for (const who of NAMES) ways.push((await join(place, who, conference)).url as string);
    expect(ways[0]).toMatch(new RegExp(`^${place.server.url}/v1/conferences/rooms/${place.school.id}/[\\w-]{43}$`));
    expect(peer.calls).toEqual([]);
    const [first = '', second = ''] = ways;
    const room = await leads(first);
    expect(new URL(room).pathname).toBe('/bigbluebutton/api/join');
    expect((await fetch(room)).status).toBe(200);
    await fetch(await leads(second));
    expect(peer.joined).toMatchObject([{ role: 'MODERATOR' }, { role: 'VIEWER' }]);
    expect([...peer.meetings.values()]).toMatchObject([{ name: 'Chor & Co' }]);
    expect([...peer.meetings.keys()][0]).not.toBe(conference.uuid);
    expect(peer.refused).toEqual([]);
    const calls = peer.calls.length;
    expect(await leads(first)).toBe(`${place.server.url}/channels`);
    expect(peer.calls).toHaveLength(calls);
  });

  it('lets nobody in with an old way, or who is not in the channel any more [C-7.34]', async () => {
    const conference = await start(place);
    const page = `${place.server.url}/channels/${place.channel.id}/join-conference/${conference.uuid}`;
    const old = (await join(place, 'ben', conference)).url;
    place.server.clock.set(new Date(Date.parse(TEST_NOW) + 60_000));
    expect(await leads(old)).toBe(page);
    const gone = (await join(place, 'cem', conference)).url;
    const membership = `where channel_id = ${place.channel.id} and user_id = ${place.ids.cem}`;
    const { pool } = place.server.test.database;
    await pool.query(`update channel_members set left_at = now() ${membership}`);
    expect(await leads(gone)).toBe(page);
    await pool.query(`update channel_members set left_at = null ${membership}`);
    expect(peer.calls).toEqual([]);
  });

  it('cannot be made to end a conference by a forged call: the server itself is asked [C-7.33] [C-4.36]', async () => {
    const conference = await start(place);
    await fetch(await leads((await join(place, 'ben', conference)).url));
    const [meeting] = peer.meetings.values();
    const told = meeting?.endedUrl ?? '';
    expect(told).toMatch(/\/v1\/conferences\/ended\/\d+\/[0-9a-f-]{36}\/[\w-]{43}$/);
    const base = told.slice(0, told.lastIndexOf('/'));
    for (const forged of [
      `${base}/${'A'.repeat(43)}`,
      `${base}/x`,
      told.replace(/ended\/\d+/, 'ended/999'),
      `${base}/`,
    ])
      expect((await fetch(forged)).status).toBe(404);
    expect(peer.calls.filter((name) => name === 'getMeetingInfo')).toEqual([]);
    // The right address, learned from somewhere, while the meeting runs.
    expect((await fetch(told)).status).toBe(200);
    expect(peer.calls.filter((name) => name === 'getMeetingInfo')).toHaveLength(1);
    expect(await stateOf(place, conference)).toBe('joined');
    // It is heard once; what comes later is found by the job.
    if (meeting) meeting.ended = true;
    await fetch(told);
    expect(await stateOf(place, conference)).toBe('joined');
    await watch(place);
    expect(await stateOf(place, conference)).toBe('ended');
  });

  it('says that a meeting has closed, and the conference is over [C-4.36]', async () => {
    const conference = await start(place);
    await fetch(await leads((await join(place, 'ben', conference)).url));
    const [meeting] = peer.meetings.values();
    await watch(place);
    expect(await stateOf(place, conference)).toBe('joined');
    if (meeting) meeting.ended = true;
    await fetch(meeting?.endedUrl ?? '');
    expect(await stateOf(place, conference)).toBe('ended');
  });

  it('closes the room of a conference that is ended for all [C-7.33]', async () => {
    const conference = await start(place);
    await fetch(await leads((await join(place, 'ben', conference)).url));
    await call(place, 'ada', 'POST', `/${conference.uuid}/end-conference`);
    await passJobWaits(place.server.test.database.pool);
    await expect.poll(() => [...peer.meetings.values()][0]?.ended).toBe(true);
    expect(peer.refused).toEqual([]);
  });

  it('that does not answer sends people back with words, and ends nothing [C-7.34]', async () => {
    const conference = await start(place);
    await fetch(await leads((await join(place, 'ben', conference)).url));
    const told = [...peer.meetings.values()][0]?.endedUrl ?? '';
    const { url } = await join(place, 'ben', conference);
    peer.isDown = true;
    expect(await leads(url)).toMatch(new RegExp(`/join-conference/${conference.uuid}\\?problem=server$`));
    await fetch(told);
    await watch(place);
    expect(await stateOf(place, conference)).toBe('joined');
    peer.isDown = false;
    await using strict = await startBbbPeer('sha512');
    const settings = { kind: 'bbb', url: strict.url, secret: strict.secret } as const;
    const wrong = createBbbDriver({ ...settings, hash: 'sha256' });
    await expect(wrong.isRunning('room')).rejects.toThrow('getMeetingInfo: checksumError');
    expect(await createBbbDriver({ ...settings, hash: 'sha512' }).isRunning('room')).toBe(false);
    const nowhere = createBbbDriver({ kind: 'bbb', url: 'http://127.0.0.1:1/api', secret: 'hidden', hash: 'sha256' });
    await expect(nowhere.isRunning('room')).rejects.toThrow(/^getMeetingInfo: no answer \(\w+\)$/);
  });

  it('is read without taking for a value what somebody typed', () => {
    const values = readValues(
      '<response><returncode>SUCCESS</returncode><endTime>0</endTime><attendees><attendee><fullName>&lt;endTime&gt;9</fullName><endTime>9</endTime></attendee></attendees></response>',
    );
    expect([values.get('returncode'), values.get('endTime')]).toEqual(['SUCCESS', '0']);
  });
});

describe('Jitsi', () => {
  let peer: JitsiPeer;
  let place: Place;
  beforeAll(async () => {
    peer = await startJitsiPeer(() => place.server.clock.now().getTime());
    place = await open({
      KREIDE_JITSI_URL: peer.url,
      KREIDE_JITSI_APP_ID: peer.appId,
      KREIDE_JITSI_SECRET: peer.secret,
    });
  });
  afterAll(async () => {
    await place[Symbol.asyncDispose]();
    await peer[Symbol.asyncDispose]();
  });

  it('takes the token of each person for one room and two hours, and hears who leads [C-7.31] [C-7.34]', async () => {
    const conference = await start(place);
    expect(conference.provider).toBe('jitsi');
    for (const who of ['ada', 'ben'])
      expect((await fetch(await leads((await join(place, who, conference)).url))).status).toBe(200);
    expect(peer.refused).toEqual([]);
    const [ada, ben] = peer.joined;
    expect(ada?.room).toBe(ben?.room);
    expect(ada?.room).not.toBe(conference.uuid);
    expect(ada?.user).toMatchObject({ affiliation: 'owner', moderator: 'true', id: String(place.ids.ada) });
    expect(ben?.user).toMatchObject({ affiliation: 'member', moderator: 'false' });
    const late = await leads((await join(place, 'cem', conference)).url);
    place.server.clock.set(new Date(Date.parse(TEST_NOW) + 7201_000));
    expect((await fetch(late)).status).toBe(403);
    expect(peer.refused).toEqual(['time']);
    // It says nothing when a room closes: two hours of silence, and ten minutes with nobody.
    await watch(place);
    place.tokens.ada = await signIn(place.server, 'amsel', 'ada');
    expect(await stateOf(place, conference)).toBe('joined');
    place.server.clock.set(new Date(Date.parse(TEST_NOW) + 7201_000 + 600_000));
    await watch(place);
    place.tokens.ada = await signIn(place.server, 'amsel', 'ada');
    expect(await stateOf(place, conference)).toBe('ended');
  });
});
