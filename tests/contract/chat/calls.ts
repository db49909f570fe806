import { randomUUID } from 'node:crypto';
import { toJsonText } from '../../../packages/server/src/kernel/data/json.ts';
import { type BuiltChannel, buildChannel } from '../../support/channels.ts';
import { writeMessage } from '../../support/chats.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { TEST_NOW } from '../../support/server.ts';
import { buildSurvey } from '../../support/surveys.ts';
import { RECORDINGS, WAVE } from '../../support/voices.ts';

const dbOf = ({ server }: Asking) => server.test.database.kysely;
const meOf = (asking: Asking) => personOf(asking.here, asking.column).id;
/** Somebody of the school who is none of the columns. */
const otherOf = (asking: Asking) => asking.here.people.other.id;

/** Before the minute in which only so much is written. */
const EARLIER = new Date(Date.parse(TEST_NOW) - 120_000).toISOString();

type Part = 'own' | 'member' | 'former' | 'stranger' | 'moderated' | 'oneway' | 'disabled' | 'other_school';

/** A channel with one message, and who the caller is in it. */
async function build(asking: Asking, part: Part): Promise<BuiltChannel & { message: number }> {
  const [me, other] = [meOf(asking), otherOf(asking)];
  const school = part === 'other_school' ? asking.there : asking.here;
  const people = {
    own: { admins: [me, other] },
    member: { admins: [other], members: [me] },
    former: { admins: [other], former: [me] },
    stranger: { admins: [other] },
    moderated: { admins: [me], members: [other] },
    oneway: { admins: [other], members: [me] },
    disabled: { admins: [me, other] },
    other_school: { admins: [asking.there.people.teacher.id] },
  }[part];
  const values = part === 'oneway' ? { is_twoway: false } : part === 'disabled' ? { is_disabled: true } : {};
  const channel = await buildChannel(dbOf(asking), school.school.id, people, values);
  const author = part === 'own' ? me : part === 'other_school' ? asking.there.people.teacher.id : other;
  return {
    ...channel,
    message: await writeMessage(dbOf(asking), school.school.id, channel, author, 'Guten Tag', EARLIER),
  };
}

/** The calls of an endpoint on a chat with each relation to it. */
function on<Args extends object>(make: (of: { chat: string; channel: string; message: string }) => Args) {
  const with_ = (part: Part) => async (asking: Asking) => {
    const { id, chat_id, message } = await build(asking, part);
    return make({ chat: `${chat_id}`, channel: `${id}`, message: `${message}` });
  };
  return {
    sample: () => make({ chat: '999999', channel: '999999', message: '999999' }),
    own: with_('own'),
    member: with_('member'),
    former: with_('former'),
    stranger: with_('stranger'),
    other_school: with_('other_school'),
  };
}

const inChat = <Body extends object>(body: () => Body) =>
  on(({ chat }) => ({ params: { chatId: chat }, body: body() }));
const oneMessage = on(({ chat, message }) => ({ params: { chatId: chat, id: message } }));
/** The same where nobody, or only the administrators, write. */
const closed = <Body extends object>(body: () => Body) => {
  const ask = (part: Part) => async (asking: Asking) => ({
    params: { chatId: `${(await build(asking, part)).chat_id}` },
    body: body(),
  });
  return { oneway: ask('oneway'), disabled: ask('disabled') };
};
/** A message of the chat in each relation to it, with what the call says about it. */
const reacting = on(({ chat, message }) => ({
  params: { chatId: chat, id: message },
  body: { reaction: 'heart' as const },
}));
const reactingIn = (part: Part) => async (asking: Asking) => {
  const { chat_id, message } = await build(asking, part);
  return { params: { chatId: `${chat_id}`, id: `${message}` }, body: { reaction: 'heart' as const } };
};
const pinning = on(({ chat, message }) => ({ params: { chatId: chat }, body: { message_id: Number(message) } }));
const text = () => ({ uuid: randomUUID(), content: 'Guten Morgen', reply_uuid: null });
/** A text that mentions somebody. */
const mentioned = () => ({ content: '@Ada, guten Morgen', mentions: [{ user: 999999, at: 0, length: 4 }] });
const mentioning = () => ({ ...text(), ...mentioned() });
/** The same beside a picture. */
const withFile = on(({ chat }) => ({
  params: { chatId: chat },
  body: { uuid: randomUUID(), content: '', file_alt_name: 'Ein Punkt' },
  files: [
    { name: 'punkt.gif', content: new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')]) },
  ],
}));
/** A survey of the caller's, of somebody else's, of another school, in a channel of the caller's. */
const surveyOf = (part: 'own' | 'member' | 'other_school') => async (asking: Asking) => {
  const school = part === 'other_school' ? asking.there : asking.here;
  const author = part === 'own' ? meOf(asking) : part === 'member' ? otherOf(asking) : school.people.teacher.id;
  const { id } = await buildSurvey(asking.server, school.school.id, author, []);
  const { chat_id } = await build(asking, 'member');
  return { params: { chatId: `${chat_id}` }, body: { uuid: randomUUID(), survey_form_id: id } };
};
/** A recording. */
const voice = () => ({
  body: { uuid: randomUUID(), duration_in_seconds: '7', wave: WAVE, content: 'Guten Morgen' },
  files: [{ name: 'stimme.webm', content: new Blob([RECORDINGS.webm]) }],
});
const speaking = on(({ chat }) => ({ params: { chatId: chat }, ...voice() }));
const speakingIn = (part: Part) => async (asking: Asking) => ({
  params: { chatId: `${(await build(asking, part)).chat_id}` },
  ...voice(),
});
const knocking = () => ({ uuid: randomUUID(), content: 'Bitte antworten' });

/** A message of another school, answered where it was written. */
async function foreignMessage(asking: Asking) {
  const { chat_id, message } = await build(asking, 'other_school');
  const { uuid } = await dbOf(asking)
    .selectFrom('messages')
    .select('uuid')
    .where('school_id', '=', asking.there.school.id)
    .where('chat_id', '=', chat_id)
    .where('seq', '=', message)
    .executeTakeFirstOrThrow();
  return { params: { chatId: `${chat_id}` }, body: { ...text(), reply_uuid: uuid } };
}

/** A message where its school lets people report it. */
const reportIn =
  (part: Part, isOn = true) =>
  async (asking: Asking) => {
    await asking.server.test.database.pool.query(
      `update schools set properties = properties || jsonb_build_object('basic_admin_content_moderation', $2::boolean) where id = any($1)`,
      [[asking.here.school.id, asking.there.school.id], isOn],
    );
    const built = await build(asking, part);
    // Of another school it is somebody else's too, or nobody there could report it.
    const { school, people } = asking.there;
    const message =
      part === 'other_school' ? await writeMessage(dbOf(asking), school.id, built, people.other.id) : built.message;
    return { params: { chatId: `${built.chat_id}`, id: `${message}` }, body: { text: 'Das ist gemein.' } };
  };
/** A report that waits: of what the caller wrote, of what somebody else did, of another school. */
function onReport<Body extends object>(more: Body) {
  const reported = (part: 'own' | 'member' | 'other_school') => async (asking: Asking) => {
    const channel = await build(asking, part === 'own' ? 'member' : part);
    const school = part === 'other_school' ? asking.there : asking.here;
    const { id } = await dbOf(asking)
      .insertInto('message_reports')
      .values({
        school_id: school.school.id,
        channel_id: channel.id,
        chat_id: channel.chat_id,
        seq: channel.message,
        author_id: part === 'own' ? meOf(asking) : school.people.teacher.id,
        reporter_id: school.people.other.id,
        reason: 'Das ist gemein.',
        snapshot: toJsonText([]),
        created_at: TEST_NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { params: { id: `${id}` }, ...more };
  };
  return {
    sample: () => ({ params: { id: '999999' }, ...more }),
    own: reported('own'),
    other: reported('member'),
    other_school: reported('other_school'),
  };
}

const calls: CallsOf<'chat'> = {
  get: on(({ chat }) => ({ params: { chatId: chat } })),
  send: {
    ...inChat(text),
    ...closed(text),
    sample: () => ({
      params: { chatId: '999999' },
      body: { ...mentioning(), reply_uuid: randomUUID(), file_alt_name: 'Ein Punkt', survey_form_id: 999999 },
    }),
    own_survey: surveyOf('own'),
    other_survey: surveyOf('member'),
    other_school_survey: surveyOf('other_school'),
    other_school_reply: foreignMessage,
    own_file: withFile.own,
    member_file: withFile.member,
    former_file: withFile.former,
    stranger_file: withFile.stranger,
    other_school_file: withFile.other_school,
  },
  sendVoice: {
    ...speaking,
    oneway: speakingIn('oneway'),
    disabled: speakingIn('disabled'),
    sample: () => {
      const { body, files } = voice();
      return { params: { chatId: '999999' }, body: { ...body, reply_uuid: randomUUID() }, files };
    },
    other_school_reply: async (asking) => {
      const { params, body } = await foreignMessage(asking);
      const spoken = voice();
      return { params, files: spoken.files, body: { ...spoken.body, reply_uuid: body.reply_uuid } };
    },
  },
  react: { ...reacting, oneway: reactingIn('oneway'), disabled: reactingIn('disabled') },
  listReactors: on(({ chat, message }) => ({ params: { chatId: chat, id: message }, query: { page: '1' } })),
  pinMessage: {
    ...pinning,
    disabled: async (asking) => {
      const { chat_id, message } = await build(asking, 'disabled');
      return { params: { chatId: `${chat_id}` }, body: { message_id: message } };
    },
  },
  knock: { ...inChat(knocking), ...closed(knocking) },
  getMessage: oneMessage,
  search: on(({ chat }) => ({ params: { chatId: chat }, query: { q: 'guten', before: '9' } })),
  around: on(({ chat }) => ({ params: { chatId: chat }, query: { seq: '1' } })),
  newer: on(({ chat }) => ({ params: { chatId: chat }, query: { after: '0' } })),
  first: on(({ chat }) => ({ params: { chatId: chat }, query: { date: '2026-11-18' } })),
  edit: {
    ...on(({ chat, message }) => ({ params: { chatId: chat, id: message }, body: { content: 'Guten Abend' } })),
    sample: () => ({ params: { chatId: '999999', id: '999999' }, body: mentioned() }),
  },
  remove: {
    ...oneMessage,
    moderated: async (asking) => {
      const { chat_id, message } = await build(asking, 'moderated');
      return { params: { chatId: `${chat_id}`, id: `${message}` } };
    },
  },
  translate: on(({ chat, message }) => ({ params: { chatId: chat, id: message }, query: { lang: 'en' } })),
  listReaders: on(({ chat, message }) => ({
    params: { chatId: chat, id: message },
    query: { page: '1', search: 'kern' },
  })),
  read: inChat(() => ({ read_seq: 1 })),
  setUnread: inChat(() => ({ is_unread: true })),
  setPinned: inChat(() => ({ is_pinned: true })),
  clear: on(({ channel }) => ({ params: { id: channel } })),
  report: {
    sample: () => ({ params: { chatId: '999999', id: '999999' }, body: { text: 'Das ist gemein.' } }),
    own: reportIn('own'),
    member: reportIn('member'),
    former: reportIn('former'),
    stranger: reportIn('stranger'),
    other_school: reportIn('other_school'),
    switched_off: reportIn('member', false),
  },
  listReports: { sample: () => ({ query: { page: '1', is_open: 'true' } }) },
  openReport: onReport({}),
  decideReport: onReport({ body: { state: 'DISMISSED' as const } }),
};

describeContract('chat', calls);
