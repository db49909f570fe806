import { randomUUID } from 'node:crypto';
import { type BuiltChannel, buildChannel } from '../../support/channels.ts';
import { type BuiltConference, buildConference } from '../../support/conferences.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import { personOf } from '../../support/contract/world.ts';

const dbOf = ({ server }: Asking) => server.test.database.kysely;
const meOf = (asking: Asking) => personOf(asking.here, asking.column).id;
const otherOf = (asking: Asking) => asking.here.people.other.id;
const foreignOf = ({ there }: Asking) => there.people.teacher.id;

const PARTS = ['own', 'member', 'former', 'stranger', 'other_school', 'ended', 'removed', 'elsewhere'] as const;
type Part = (typeof PARTS)[number];

interface Built {
  channel: BuiltChannel;
  conference: BuiltConference;
}

/** A conference in a channel, and who the caller is in them; a teacher of the same school is in it too. */
async function build(asking: Asking, part: Part): Promise<Built> {
  const [db, me] = [dbOf(asking), meOf(asking)];
  const isForeign = part === 'other_school';
  const { school, people } = isForeign ? asking.there : asking.here;
  const [other, teacher] = [people.other.id, people.teacher.id];
  const isOutside = isForeign || part === 'stranger' || part === 'former';
  const mine = { id: me, ...(part === 'removed' && { state: 'removed' as const }) };
  const others = [other, teacher].filter((id) => isForeign || id !== me);
  const leads = part === 'own' || part === 'ended' || part === 'elsewhere';
  const channel = await buildChannel(db, school.id, {
    admins: leads ? [me] : isForeign ? [teacher] : [other],
    members: [...others, ...(isOutside ? [] : [me])].filter((id) => id !== (leads ? me : isForeign ? teacher : other)),
    former: part === 'former' ? [me] : [],
  });
  const inside = [...others.map((id) => ({ id })), ...(isOutside && part !== 'former' ? [] : [mine])];
  const conference = await buildConference(db, school.id, channel, inside, {
    host_id: leads ? me : isForeign ? teacher : other,
    ...(part === 'ended' && { ended_at: '2026-11-18T09:05:00Z' }),
  });
  return { channel, conference };
}

const NOBODY = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** The calls of an endpoint on a conference with each relation to it. */
function on<Body extends object>(bodyOf: (of: Built, asking: Asking) => Body, parts: readonly Part[] = []) {
  const ask = (part: Part) => async (asking: Asking) => {
    const built = await build(asking, part);
    const params = { id: `${built.channel.id}`, cid: built.conference.uuid };
    return { params, body: bodyOf(built, asking) };
  };
  const more = Object.fromEntries(parts.map((part) => [part, ask(part)]));
  return {
    sample: (asking: Asking) => {
      const channel = { id: 999_999, chat_id: 999_999 };
      const conference = { id: 999_999, uuid: NOBODY, connections: new Map() };
      return { params: { id: '999999', cid: NOBODY }, body: bodyOf({ channel, conference }, asking) };
    },
    own: ask('own'),
    member: ask('member'),
    former: ask('former'),
    stranger: ask('stranger'),
    other_school: ask('other_school'),
    /** A conference of the caller, asked for in another channel of theirs. */
    other_channel: async (asking: Asking) => {
      const built = await build(asking, 'own');
      const { id } = await buildChannel(dbOf(asking), asking.here.school.id, { admins: [meOf(asking)] });
      return { params: { id: `${id}`, cid: built.conference.uuid }, body: bodyOf(built, asking) };
    },
    ...more,
  };
}

/** The same without a body. */
function plain(parts: readonly Part[] = []) {
  const calls = on(() => ({}), parts);
  return Object.fromEntries(
    Object.entries(calls).map(([name, ask]) => [
      name,
      async (asking: Asking) => {
        const { params } = await ask(asking);
        return { params };
      },
    ]),
  ) as Record<string, (asking: Asking) => Promise<{ params: { id: string; cid: string } }>> & {
    sample: (asking: Asking) => Promise<{ params: { id: string; cid: string } }>;
  };
}

const connectionOf = ({ conference }: Built, id: number) => conference.connections.get(id) ?? randomUUID();
const signalTo = (built: Built, asking: Asking, to: number) => ({
  connection: connectionOf(built, meOf(asking)),
  to_user_id: to,
  to_connection: connectionOf(built, to),
  signals: [
    { type: 'offer' as const, sdp: 'v=0' },
    { type: 'candidate' as const, candidate: 'candidate:1', sdp_mid: '0', sdp_line: 0 },
  ],
});
/** Calls on somebody in the conference, and on somebody of another school. */
const onOther = () => {
  const calls = on((_, asking) => ({ user_id: otherOf(asking) }), ['ended']);
  return {
    ...calls,
    other_school_user: async (asking: Asking) => ({
      ...(await calls.own(asking)),
      body: { user_id: foreignOf(asking) },
    }),
  };
};

/** A channel in which nothing runs yet. */
const inChannel = (part: Part) => async (asking: Asking) => {
  const { channel, conference } = await build(asking, part);
  const db = dbOf(asking);
  await db.deleteFrom('conference_participants').where('conference_id', '=', conference.id).execute();
  await db.deleteFrom('conferences').where('id', '=', conference.id).execute();
  return { params: { id: `${channel.id}` }, body: { has_lobby: true } };
};
const parts = { own: inChannel('own'), member: inChannel('member'), former: inChannel('former') };
const closed = (values: object) => async (asking: Asking) => {
  const people = { admins: [otherOf(asking)], members: [meOf(asking)] };
  const { id } = await buildChannel(dbOf(asking), asking.here.school.id, people, values);
  return { params: { id: `${id}` }, body: { has_lobby: false } };
};
const running = (part: Part) => async (asking: Asking) => ({
  params: { id: `${(await build(asking, part)).channel.id}` },
});

const presence = (connection: string) => ({ connection, media: 'sound' as const, is_muted: true, is_sharing: false });

const calls: CallsOf<'conferences'> = {
  getRunning: {
    sample: () => ({ params: { id: '999999' } }),
    own: running('own'),
    member: running('member'),
    former: running('former'),
    stranger: running('stranger'),
    other_school: running('other_school'),
  },
  create: {
    sample: () => ({ params: { id: '999999' }, body: { has_lobby: true } }),
    ...parts,
    stranger: inChannel('stranger'),
    other_school: inChannel('other_school'),
    oneway: closed({ is_twoway: false }),
    disabled: closed({ is_disabled: true }),
    of_class: closed({ type: 'GENERATED' }),
  },
  get: plain(['ended']),
  join: on(() => ({ connection: randomUUID(), media: 'sound' as const }), ['ended', 'removed']),
  setPresence: {
    ...on((built, asking) => presence(connectionOf(built, meOf(asking))), ['ended', 'removed']),
    elsewhere: async (asking) => {
      const { channel, conference } = await build(asking, 'elsewhere');
      return { params: { id: `${channel.id}`, cid: conference.uuid }, body: presence(randomUUID()) };
    },
  },
  leave: on((built, asking) => ({ connection: connectionOf(built, meOf(asking)) })),
  signal: {
    ...on((built, asking) => signalTo(built, asking, otherOf(asking)), ['ended', 'removed']),
    other_school_user: async (asking) => {
      const built = await build(asking, 'own');
      const params = { id: `${built.channel.id}`, cid: built.conference.uuid };
      return { params, body: signalTo(built, asking, foreignOf(asking)) };
    },
  },
  end: plain(['ended']),
  handOver: onOther(),
  admit: onOther(),
  remove: onOther(),
  giveFeedback: on(() => ({ rating: 4, comment: 'Gut zu hören' }), ['ended']),
  removeFeedback: plain(['ended']),
};

describeContract('conferences', calls);
