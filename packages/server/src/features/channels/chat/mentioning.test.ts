import { randomUUID } from 'node:crypto';
import type { Message } from '@kreide/core/features/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltChannel, buildChannel } from '../../../../../../tests/support/channels.ts';
import {
  type BuiltSchool,
  type BuiltUser,
  buildSchool,
  buildUser,
  signIn,
} from '../../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../../tests/support/server.ts';
import { eraseMentions, mentionData } from '../queries/mentions.ts';

let server: TestServer;
let school: BuiltSchool;
let channel: BuiltChannel;
const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const db = () => server.test.database.kysely;
const idOf = (who: string) => people[who]?.id ?? 0;
const call = (who: string, method: string, path: string, body?: unknown) =>
  server.request(method, `/v1/channels/${path}`, { token: tokens[who], body });
const messages = (id = '') => `chats/${channel.chat_id}/messages${id && `/${id}`}`;
/** A text in which "@name" mentions somebody. */
function textFor(...names: string[]) {
  let content = 'Hallo';
  const mentions = names.map((who) => {
    const at = content.length + 1;
    const name = `@${who}`;
    content += ` ${name}`;
    return { user: idOf(who), at, length: name.length };
  });
  return { content, mentions };
}
const send = (who: string, text: object, uuid: string = randomUUID()) =>
  call(who, 'POST', messages(), { uuid, reply_uuid: null, ...text });
async function sent(who: string, text: object): Promise<Message> {
  const answer = await send(who, text);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const edit = (who: string, { id }: Message, text: object) => call(who, 'PUT', messages(String(id)), text);
const named = ({ mentions }: Message) => mentions.map(({ user }) => user.id);
/** What the notifications of somebody say. */
async function toldTo(who: string): Promise<string[]> {
  const { rows } = await server.test.database.pool.query(
    `select m.content from messages m join chats c on c.school_id = m.school_id and c.id = m.chat_id
    join channels h on h.school_id = c.school_id and h.id = c.channel_id
    where h.owner_id = $1 and m.told_of like 'mention:%' order by m.seq`,
    [idOf(who)],
  );
  return rows.map(({ content }) => content);
}
const issuesOf = (answer: Awaited<ReturnType<typeof send>>) => [
  answer.status,
  answer.body.error.issues?.map(({ path, rule }: { path: string; rule: string }) => [path, rule]),
];

/** Ada looks after a channel with Ben and Cem; Dana is not in it. */
beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  for (const [name, role] of [
    ['ada', 'TEACHER'],
    ['ben', 'STUDENT'],
    ['cem', 'PARENT'],
    ['dana', 'STUDENT'],
    ['boss', 'ADMIN'],
  ] as const) {
    people[name] = await buildUser(db(), school.id, name, role);
    tokens[name] = await signIn(server, 'amsel', name);
  }
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['push_deliveries', 'devices', 'messages'])
    await server.test.database.pool.query(`delete from ${table}`);
  const members = ['ben', 'cem', 'boss'].map(idOf);
  channel = await buildChannel(db(), school.id, { admins: [idOf('ada')], members }, { name: 'Garten' });
});

describe('a mention', () => {
  it('tells that person alone, by whom and where, also where they have muted the channel, and once [D-6.12]', async () => {
    await call('ben', 'PUT', `${channel.id}/mute`, { is_muted: true });
    const uuid = randomUUID();
    const message = (await send('ada', textFor('ben', 'ben', 'ada'), uuid)).body.data as Message;
    expect(named(message)).toEqual([idOf('ben'), idOf('ben'), idOf('ada')]);
    expect(message.mentions[0]).toMatchObject({ at: 6, length: 4, user: { meta: { displayname: 'ben of 1' } } });
    expect((await send('ada', textFor('ben', 'ben', 'ada'), uuid)).status).toBe(200);
    expect(await toldTo('ben')).toEqual(['ada of 1 hat dich erwähnt\nGarten']);
    expect([await toldTo('cem'), await toldTo('ada')]).toEqual([[], []]);
    // Everybody else reads whom it is about, as they are called now.
    await server.test.database.pool.query(`update users set lastname = 'Neu' where id = $1`, [idOf('ben')]);
    const [read] = (await call('cem', 'GET', messages())).body.data as Message[];
    expect(read?.mentions[0]?.user.meta.displayname).toBe('ben Neu');
    await server.test.database.pool.query(`update users set lastname = 'of 1' where id = $1`, [idOf('ben')]);
  });

  it('rings in quiet hours only by whoever may send what is urgent [D-6.03]', async () => {
    await server.test.database.pool.query(
      `insert into devices (school_id, user_id, type, push_notification_consent, token, token_hash) values ($1, $2, 'web', 'ACCEPTED', 't', 'h')`,
      [school.id, idOf('ben')],
    );
    await server.test.database.pool.query(
      `insert into notification_settings (school_id, user_id, has_quiet, begins_at, ends_at) values ($1, $2, true, '00:00', '23:00')`,
      [school.id, idOf('ben')],
    );
    await server.test.database.pool.query(`update users set locale = 'en' where id = $1`, [idOf('ben')]);
    const { id } = await sent('ada', textFor('ben'));
    await sent('boss', textFor('ben'));
    // In the language of whoever is told, and with the way to the message.
    expect((await toldTo('ben'))[0]).toBe('ada of 1 has mentioned you\nGarten');
    const { chat_id } = (await call('ben', 'GET', 'personal-channel')).body.data;
    const told = (await call('ben', 'GET', `chats/${chat_id}/messages`)).body.data;
    const first = told.at(-1);
    expect(first.actions).toEqual([{ type: 'LINK_INTERNAL', action: `/channels/${channel.id}/chat#message-${id}` }]);
    await server.test.database.pool.query('update users set locale = null');
    const { rows } = await server.test.database.pool.query(
      `select kind, is_urgent, not_before - created_at > interval '1 minute' as waits,
      (expires_at - created_at)::text as lasts from push_deliveries order by id`,
    );
    expect(rows).toEqual([
      { kind: 'mention', is_urgent: false, waits: true, lasts: '3 days' },
      { kind: 'mention', is_urgent: true, waits: false, lasts: '3 days' },
    ]);
    await server.test.database.pool.query('delete from notification_settings');
  });

  it('is refused of whoever is not in the channel, with the place, and nothing is written [D-6.12]', async () => {
    await buildChannel(db(), school.id, { members: [idOf('dana')] });
    expect(issuesOf(await send('ada', textFor('ben', 'dana')))).toEqual([422, [['body.mentions.1', 'mentionMember']]]);
    expect(
      issuesOf(await send('ada', { content: 'Hallo', mentions: [{ user: idOf('ben'), at: 0, length: 3 }] })),
    ).toEqual([422, [['body.mentions.0', 'mentionPlace']]]);
    expect((await call('ada', 'GET', messages())).body.data).toEqual([]);
    expect(await toldTo('ben')).toEqual([]);
    const kept = await sent('ada', { content: 'Hallo' });
    expect(issuesOf(await edit('ada', kept, textFor('dana')))).toEqual([422, [['body.mentions.0', 'mentionMember']]]);
  });

  it('goes with a file too, where everything is text [C-7.48]', async () => {
    const { content, mentions } = textFor('ben');
    const form = new FormData();
    for (const [field, value] of Object.entries({ uuid: randomUUID(), content })) form.append(field, value);
    for (const { user, at, length } of mentions) form.append('mentions[]', `${user} ${at} ${length}`);
    form.append('file', new Blob([Buffer.from('Ein Plan')]), 'plan.txt');
    const answer = await call('ada', 'POST', messages(), form);
    expect(answer.status, answer.text).toBe(200);
    expect(named(answer.body.data)).toEqual([idOf('ben')]);
    expect(await toldTo('ben')).toHaveLength(1);
  });

  it('of somebody who has left meanwhile is a name in the text and tells nobody [D-6.12]', async () => {
    await call('ada', 'POST', `${channel.id}/users/remove`, { users: [idOf('cem')] });
    const message = await sent('ada', textFor('cem', 'ben'));
    expect(message.content).toBe('Hallo @cem @ben');
    expect(named(message)).toEqual([idOf('ben')]);
    expect(await toldTo('cem')).toEqual([]);
    const drop = (is_gone: boolean) =>
      server.test.database.pool.query('update users set deleted_at = $2 where id = $1', [
        idOf('ben'),
        is_gone ? new Date() : null,
      ]);
    await drop(true);
    const gone = await sent('ada', textFor('ben'));
    await drop(false);
    expect([gone.content, named(gone)]).toEqual(['Hallo @ben', []]);
  });

  it('is nothing for somebody who may not know who is in the channel [C-4.10]', async () => {
    await db().updateTable('channels').set({ is_hidden_memberlist: true }).where('id', '=', channel.id).execute();
    expect(issuesOf(await send('ben', textFor('ada')))).toEqual([422, [['body.mentions.0', 'mentionHidden']]]);
    expect(issuesOf(await send('ben', textFor('dana')))).toEqual([422, [['body.mentions.0', 'mentionHidden']]]);
    expect(named(await sent('ada', textFor('ben')))).toEqual([idOf('ben')]);
    // Whom a message mentions since before the list was hidden, it goes on mentioning.
    const hide = (is_hidden_memberlist: boolean) =>
      db().updateTable('channels').set({ is_hidden_memberlist }).where('id', '=', channel.id).execute();
    await hide(false);
    const message = await sent('ben', textFor('ada'));
    await hide(true);
    const again = await edit('ben', message, { ...textFor('ada'), content: 'Hallo @ada!' });
    expect([again.status, again.status === 200 && named(again.body.data)]).toEqual([200, [idOf('ada')]]);
  });

  it('follows the text: who comes in is told, who goes out is not any more, and taking back or clearing tells nobody [D-6.12]', async () => {
    const message = await sent('ada', textFor('ben'));
    const changed = await edit('ada', message, textFor('cem'));
    expect(named(changed.body.data)).toEqual([idOf('cem')]);
    expect([await toldTo('ben'), (await toldTo('cem')).length]).toEqual([[], 1]);
    // The same again tells nobody twice; whom it mentions alone is a change too.
    await edit('ada', message, { ...textFor('cem'), content: 'Hallo @cem!' });
    expect(await toldTo('cem')).toHaveLength(1);
    expect(named((await edit('ada', message, { content: 'Hallo @cem!' })).body.data)).toEqual([]);
    expect(await toldTo('cem')).toEqual([]);
    // Two may have the same name, and the name may stand there twice: whom and where is a change without another letter.
    const twice = { content: 'Hallo @ben @ben', mentions: textFor('ben').mentions };
    const placed = async (text: object) => {
      const { mentions } = (await edit('ada', message, text)).body.data as Message;
      return mentions.map(({ user, at }) => [user.id, at]);
    };
    expect(await placed(twice)).toEqual([[idOf('ben'), 6]]);
    expect(await placed({ ...twice, mentions: textFor('cem').mentions })).toEqual([[idOf('cem'), 6]]);
    expect(await placed({ ...twice, mentions: [{ user: idOf('cem'), at: 11, length: 4 }] })).toEqual([
      [idOf('cem'), 11],
    ]);
    expect([await toldTo('ben'), (await toldTo('cem')).length]).toEqual([[], 1]);
    const other = await sent('ada', textFor('ben'));
    await call('ada', 'DELETE', messages(String(other.id)));
    expect(await toldTo('ben')).toEqual([]);
    const { rowCount } = await server.test.database.pool.query('select from message_mentions where seq = $1', [
      other.id,
    ]);
    expect(rowCount).toBe(0);
    const last = await sent('ada', textFor('ben'));
    expect(named(last)).toHaveLength(1);
    await call('ada', 'POST', `${channel.id}/clear-messages`);
    expect(await toldTo('ben')).toEqual([]);
  });

  it('wakes nobody by changes back and forth: those are counted, and the next one waits', async () => {
    const message = await sent('ada', textFor('ben'));
    const statuses: number[] = [];
    for (let at = 0; at < 26; at += 1)
      statuses.push((await edit('ada', message, textFor(at % 2 === 0 ? 'cem' : 'ben'))).status);
    expect([statuses.slice(0, 15).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
  });

  it('is found by the name, quoted with it, and gone with whoever is erased: the text names them no longer [D-4.12]', async () => {
    const message = await sent('ada', textFor('ben', 'cem'));
    const found = await call('cem', 'GET', `${messages('search')}?q=ben`);
    expect(found.body.data.map(({ id }: Message) => id)).toEqual([message.id]);
    const ben = { school_id: school.id, user_id: idOf('ben') } as never;
    expect(await mentionData.message_mentions?.(db(), ben, ((key: string) => key) as never)).toHaveLength(1);
    await eraseMentions(db(), ben);
    const after = (await call('cem', 'GET', messages(String(message.id)))).body.data as Message;
    expect(after.content).toBe('Hallo @… @cem');
    expect(after.mentions).toMatchObject([{ at: 9, length: 4, user: { id: idOf('cem') } }]);
  });
});
