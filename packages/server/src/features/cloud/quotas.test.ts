import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../tests/support/channels.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { refuseOverflow, shareOf } from './uploading.ts';

let server: TestServer;
let school: BuiltSchool;
const channels: BuiltChannel[] = [];
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer({
    env: { KREIDE_QUOTA_PERSON_MB: '1', KREIDE_QUOTA_CHANNEL_MB: '1', KREIDE_QUOTA_SCHOOL_MB: '2' },
  });
  school = await buildSchool(db(), 'amsel');
  const members: number[] = [];
  for (const [name, role] of [
    ['ada', 'ADMIN'],
    ['ben', 'STUDENT'],
    ['cem', 'STUDENT'],
  ] as const) {
    members.push((await buildUser(db(), school.id, name, role)).id);
    tokens[name] = await signIn(server, 'amsel', name);
  }
  for (let count = 0; count < 3; count += 1) channels.push(await buildChannel(db(), school.id, { members }));
});
afterAll(() => server.stop());

function send(
  who: string,
  path: string,
  field: string,
  kilobytes: readonly number[],
  values: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  for (const [at, size] of kilobytes.entries()) form.append(field, new Blob(['x'.repeat(size * 1000)]), `${at}.txt`);
  return server.request('POST', `/v1/${path}`, { token: tokens[who], body: form });
}
const bring = (who: string, channel: number, ...kilobytes: number[]) =>
  send(who, `channels/cloud/${channels[channel]?.id}/upload`, 'files[]', kilobytes);
const usageOf = async (who: string, query = '') =>
  (await server.request('GET', `/v1/channels/cloud/usage${query}`, { token: tokens[who] })).body.data;

it('somebody has one measure for all channels, and a school one for all people, each refused with what is used', async () => {
  expect((await bring('ben', 0, 400)).status).toBe(200);
  const many = await bring('ben', 1, 400, 300);
  expect([many.status, many.body.error.issues[0]]).toMatchObject([
    422,
    { rule: 'quotaPerson', message: expect.stringMatching(/0,38.MB von 0,95.MB sind belegt/) },
  ]);
  // Of what is refused nothing counts, whichever of several files it is for.
  expect((await bring('ben', 1, 400, 0)).body.error.issues[0]).toMatchObject({ rule: 'fileEmpty' });
  expect((await bring('ben', 1, 500)).status).toBe(200);
  expect(await usageOf('ben')).toEqual({
    person: { used: 900_000, maximum: 1_000_000 },
    channel: null,
    school: null,
  });
  const chat = await send('ben', `channels/chats/${channels[2]?.chat_id}/messages`, 'files[]', [200], {
    uuid: crypto.randomUUID(),
    content: 'x',
  });
  expect(chat.body.error.issues[0]).toMatchObject({ rule: 'quotaPerson' });
  expect((await bring('cem', 2, 900)).status).toBe(200);
  expect((await bring('ada', 0, 300)).body.error.issues[0]).toMatchObject({
    rule: 'quotaSchool',
    message: expect.stringMatching(/1,72.MB von 1,91.MB sind belegt/),
  });
  expect(await usageOf('ada')).toMatchObject({ person: { used: 0 }, school: { used: 1_800_000, maximum: 2_000_000 } });
});

it('of several uploads at once none slips through', async () => {
  const answers = await Promise.all(['ada', 'ada', 'ada', 'ada'].map((who, at) => bring(who, at % 3, 120)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect((await usageOf('ada')).school.used).toBeLessThanOrEqual(2_000_000);
});

it('a channel has a share of what its school has, with its own bar, and refuses in words what goes beyond it', async () => {
  expect((await bring('ada', 2, 120)).body.error.issues[0]).toMatchObject({
    rule: 'quota',
    message: expect.stringMatching(/Kanal.*0,86.MB von 0,95.MB sind belegt/),
  });
  // To the byte it would tell who reviews nothing that somebody has handed something in.
  const query = `?channel_id=${channels[2]?.id}`;
  const empty = { maximum: 1_000_000, bin: 0 };
  expect((await usageOf('cem', query)).channel).toEqual({ ...empty, used: 1_000_000, versions: null });
  await db()
    .updateTable('channel_members')
    .set({ is_admin: true })
    .where('channel_id', '=', channels[2]?.id ?? 0)
    .execute();
  expect((await usageOf('cem', query)).channel).toEqual({ ...empty, used: 900_000, versions: 0 });
  expect(shareOf({ person: 1, channel: 5, school: 3 })).toBe(3);
  const saying = { t: (key: string) => key, language: 'de', quotas: { person: 9, channel: 5, school: 9 } } as never;
  const add = (bytes: number) => () =>
    refuseOverflow(saying, { size: 3, files_count: 1, folders_count: 0 }, { bytes, entries: 1 });
  expect(add(2)).not.toThrow();
  expect(add(3)).toThrow();
});

it('the files of a chat have their part of the share of its channel, on both sides and in the bar', async () => {
  const other = await buildSchool(db(), 'bussard');
  const [dora, emil] = [
    await buildUser(db(), other.id, 'dora', 'TEACHER'),
    await buildUser(db(), other.id, 'emil', 'TEACHER'),
  ];
  for (const name of ['dora', 'emil']) tokens[name] = await signIn(server, 'bussard', name);
  const { id, chat_id } = await buildChannel(db(), other.id, { admins: [dora.id, emil.id] });
  const say = (kilobytes: number) =>
    send('dora', `channels/chats/${chat_id}/messages`, 'files[]', [kilobytes], { uuid: crypto.randomUUID() });
  const lay = (kilobytes: number) => send('emil', `channels/cloud/${id}/upload`, 'files[]', [kilobytes]);
  const barOf = async () => (await usageOf('emil', `?channel_id=${id}`)).channel.used;
  const refusal = ({ status, body }: Awaited<ReturnType<typeof say>>) => [status, body.error.issues[0]];
  const inWords = (used: string) => [
    422,
    { path: 'files', rule: 'quota', message: expect.stringMatching(`Kanal.*${used}.MB von 0,95.MB sind belegt`) },
  ];

  const said = await say(600);
  expect([said.status, await barOf()]).toEqual([200, 600_000]);
  expect(refusal(await lay(500))).toMatchObject(inWords('0,57'));
  expect([(await lay(300)).status, await barOf()]).toEqual([200, 900_000]);
  expect(refusal(await say(200))).toMatchObject(inWords('0,86'));
  // What is sent and what is brought at the same moment is looked at together.
  const both = await Promise.all([say(90), lay(90)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  // What is taken back makes room.
  const back = `/v1/channels/chats/${chat_id}/messages/${said.body.data.id}`;
  expect((await server.request('DELETE', back, { token: tokens.dora })).status).toBeLessThan(300);
  expect([await barOf(), (await lay(400)).status]).toEqual([390_000, 200]);
  // What is sent in another channel is none of it.
  const beside = await buildChannel(db(), other.id, { admins: [dora.id] });
  const path = `channels/chats/${beside.chat_id}/messages`;
  expect((await send('dora', path, 'files[]', [50], { uuid: crypto.randomUUID() })).status).toBe(200);
  expect(await barOf()).toBe(790_000);
});
