import { randomUUID } from 'node:crypto';
import { buildChannel, buildConversation } from '../../support/channels.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';
import { chatOf } from '../../support/notifications.ts';

type People = Parameters<typeof buildChannel>[2];
const dbOf = ({ server }: Asking) => server.test.database.kysely;
const meOf = (asking: Asking) => personOf(asking.here, asking.column).id;
/** Somebody of the school who is none of the columns. */
const otherOf = (asking: Asking) => asking.here.people.other.id;

async function channelOf(asking: Asking, people: People) {
  const { id } = await buildChannel(dbOf(asking), asking.here.school.id, people);
  return { params: { id: `${id}` } };
}

/** The caller as its administrator, as a member, as one who left, as nobody in it; a conversation of others; another school. */
const own = (asking: Asking) => channelOf(asking, { admins: [meOf(asking), otherOf(asking)] });
const member = (asking: Asking) => channelOf(asking, { admins: [otherOf(asking)], members: [meOf(asking)] });
const former = (asking: Asking) => channelOf(asking, { admins: [otherOf(asking)], former: [meOf(asking)] });
/** A member of a channel whose list is hidden. */
const hidden = async (asking: Asking) => {
  const people = { admins: [otherOf(asking)], members: [meOf(asking)] };
  const { id } = await buildChannel(dbOf(asking), asking.here.school.id, people, { is_hidden_memberlist: true });
  return { params: { id: `${id}` } };
};
const stranger = (asking: Asking) => channelOf(asking, { admins: [otherOf(asking)] });
const conversation = async (asking: Asking) => {
  const { people, school } = asking.here;
  const { id } = await buildConversation(dbOf(asking), school.id, people.other.id, people.child.id);
  return { params: { id: `${id}` } };
};
const other_school = async (asking: Asking) => {
  const { people, school } = asking.there;
  const { id } = await buildChannel(dbOf(asking), school.id, { admins: [people.teacher.id] });
  return { params: { id: `${id}` } };
};
const roles = { own, member, former, stranger, conversation, other_school };

const NOBODY = { params: { id: '999999' } };

/** The calls of an endpoint on one channel, with a body. */
function on<const Body extends Record<string, unknown>>(body: Body) {
  const withBody = (ask: (asking: Asking) => Promise<typeof NOBODY>) => async (asking: Asking) => ({
    ...(await ask(asking)),
    body,
  });
  return {
    sample: () => ({ ...NOBODY, body }),
    own: withBody(own),
    member: withBody(member),
    former: withBody(former),
    stranger: withBody(stranger),
    conversation: withBody(conversation),
    other_school: withBody(other_school),
  };
}

const FILTERS = { page: '1', search: 'chor' } as const;
const CHOOSING = { ...FILTERS, type: 'custom', target: 'courses', 'order-by': 'name', 'order-dir': 'asc' } as const;
const SETTINGS = { channels: true, pupils: false, parents: false, basic_admin_content_moderation: false };
const DRAFT = { name: 'Chor', description: 'Dienstags', color: '#336699', users: [], is_twoway: true };

const calls: CallsOf<'channels'> = {
  getPersonal: { sample: () => ({}) },
  listMessages: {
    sample: async ({ server, here, column }) => ({
      params: { chatId: String(await chatOf(server, personOf(here, column).id)) },
      query: { page: '1', is_read: '0', updated_at: '2026-11-18T07:00:00Z', after_change: '0', before: '9' },
    }),
    other: async ({ server, here }) => ({ params: { chatId: String(await chatOf(server, here.people.other.id)) } }),
    other_school: async ({ server, there }) => ({
      params: { chatId: String(await chatOf(server, there.people.student.id)) },
    }),
    member: async (asking) => {
      const people = { admins: [otherOf(asking)], members: [meOf(asking)] };
      const { chat_id } = await buildChannel(dbOf(asking), asking.here.school.id, people);
      return { params: { chatId: `${chat_id}` } };
    },
    former: async (asking) => {
      const people = { admins: [otherOf(asking)], former: [meOf(asking)] };
      const { chat_id } = await buildChannel(dbOf(asking), asking.here.school.id, people);
      return { params: { chatId: `${chat_id}` } };
    },
    stranger: async (asking) => {
      const { chat_id } = await buildChannel(dbOf(asking), asking.here.school.id, { admins: [otherOf(asking)] });
      return { params: { chatId: `${chat_id}` } };
    },
  },
  getSettings: {
    sample: ({ here }) => ({ params: { id: `${here.school.id}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` } }),
  },
  updateSettings: {
    sample: () => ({ ...NOBODY, body: SETTINGS }),
    own: ({ here }) => ({ params: { id: `${here.school.id}` }, body: SETTINGS }),
    other_school: ({ there }) => ({ params: { id: `${there.school.id}` }, body: SETTINGS }),
  },
  listOwn: {
    sample: () => ({
      params: { id: 'self' },
      query: {
        ...FILTERS,
        archived: '0',
        with_archived: '1',
        muted: '0',
        chats: '0',
        only_unread: '0',
        type: 'CUSTOM',
      },
    }),
    other: (asking) => ({ params: { id: `${otherOf(asking)}` } }),
    other_school: ({ there }) => ({ params: { id: `${there.people.student.id}` } }),
  },
  list: { sample: () => ({ query: { ...CHOOSING, with_disabled: '1' } }) },
  listSelfPostable: { sample: () => ({ query: CHOOSING }) },
  listContacts: {
    sample: () => ({ query: FILTERS }),
    in_own: async (asking) => ({ query: { channel: (await own(asking)).params.id } }),
    in_others: async (asking) => ({ query: { channel: (await member(asking)).params.id } }),
    other_school: async (asking) => ({ query: { channel: (await other_school(asking)).params.id } }),
  },
  get: { sample: () => NOBODY, ...roles },
  getMetrics: { sample: () => NOBODY, ...roles },
  start: {
    // Refused for two reasons, so that no one value makes it good: nothing is made.
    sample: () => ({ body: { ...DRAFT, name: 'x', users: [999999] } }),
    own: () => ({ body: DRAFT }),
    other_school: ({ there }) => ({ body: { ...DRAFT, users: [there.people.student.id] } }),
  },
  startConversation: {
    sample: () => ({ body: { user_id: 999999 } }),
    employee: ({ here }) => ({ body: { user_id: here.people.employee.id } }),
    child: ({ here }) => ({ body: { user_id: here.people.child.id } }),
    other_school: ({ there }) => ({ body: { user_id: there.people.teacher.id } }),
  },
  joinByCode: {
    sample: () => ({ body: { code: 'AAAA-BBBB' } }),
    own: async (asking) => {
      const code = randomUUID().slice(0, 8).toUpperCase();
      await buildChannel(dbOf(asking), asking.here.school.id, { admins: [otherOf(asking)] }, { code });
      return { body: { code: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` } };
    },
    other_school: async (asking) => {
      const code = randomUUID().slice(0, 8).toUpperCase();
      await buildChannel(dbOf(asking), asking.there.school.id, {}, { code });
      return { body: { code } };
    },
  },
  update: {
    ...on({ name: 'Chor', description: null, color: null, updated_at: '2026-11-18T07:00:00.000Z' }),
  },
  setLeavable: on({ is_leavable: false }),
  setOneway: on({ is_twoway: true, twoway_expires_at: '2026-12-18T07:00:00.000Z' }),
  setState: on({ is_disabled: true }),
  setMemberlist: on({ is_hidden_memberlist: true }),
  renewCode: { sample: () => NOBODY, ...roles },
  mute: on({ is_muted: true }),
  pin: on({ is_pinned: true }),
  archive: { sample: () => NOBODY, ...roles },
  unarchive: { sample: () => NOBODY, ...roles },
  leave: { sample: () => NOBODY, ...roles },
  listUsers: {
    sample: () => ({ ...NOBODY, query: FILTERS }),
    ...roles,
    member_hidden: hidden,
  },
  checkUsers: {
    sample: () => NOBODY,
    ...roles,
    member_hidden: hidden,
  },
  addUsers: {
    ...on({ users: [] as number[] }),
    person_of_other_school: async (asking) => ({
      ...(await own(asking)),
      body: { users: [asking.there.people.teacher.id] },
    }),
  },
  removeUsers: on({ users: [] as number[] }),
  toggleAdmin: {
    ...on({ user: 999999, is_admin: true }),
    own: async (asking) => ({ ...(await own(asking)), body: { user: otherOf(asking), is_admin: false } }),
    other_school: async (asking) => ({
      ...(await other_school(asking)),
      body: { user: asking.there.people.teacher.id, is_admin: true },
    }),
    person_of_other_school: async (asking) => ({
      ...(await own(asking)),
      body: { user: asking.there.people.teacher.id, is_admin: true },
    }),
  },
};

describeContract('channels', calls);
