/**
 * The measured side, in a process of its own: a real server with a channel of 600, a chat of a million messages and a
 * teacher in 120 channels; and bare routes with the same statements.
 */
import { hash, randomUUID } from 'node:crypto';
import { MESSAGES_PAGE } from '@kreide/core/features/channels';
import Fastify from 'fastify';
import { Client } from 'pg';
import { listPage } from '../../../packages/server/src/features/channels/queries/chat-messages.ts';
import { listOwnChannels } from '../../../packages/server/src/features/channels/queries/list.ts';
import { buildChannel } from '../../support/channels.ts';
import { addParents } from '../../support/chats.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { buildSchool, buildUser } from '../../support/people.ts';
import { startTestServer, TEST_NOW } from '../../support/server.ts';

const MEMBERS = 600;
const SENDERS = 40;
const MESSAGES = 1_000_000;
const CHANNELS = 120;
const send = (message: unknown) => process.send?.(message);

const server = await startTestServer({ checkAnswers: false });
const { kysely, pool } = server.test.database;
const { id: school_id } = await buildSchool(kysely, 'bench');
const teacher = await buildUser(kysely, school_id, 'teacher', 'TEACHER');
const crowd = await buildChannel(kysely, school_id, { admins: [teacher.id] });
const parents = await addParents(server, school_id, crowd, MEMBERS - 1);
const people = [teacher.id, ...parents];
/** Signing in hashes a password each: these came in before. */
const tokens = people.map(() => randomUUID());
await pool.query(
  `insert into sessions (school_id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, stay_logged_in)
   select $1, user_id, access, '2030-01-01', refresh, '2030-01-01', true
   from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as given(user_id, access, refresh)`,
  [
    school_id,
    people,
    tokens.map((token) => hash('sha256', token, 'buffer')),
    tokens.map((token) => hash('sha256', `refresh ${token}`, 'buffer')),
  ],
);

const large = await buildChannel(kysely, school_id, { admins: [teacher.id] }, { messages_sent: MESSAGES });
const WORDS = [
  'Elternabend',
  'morgen',
  'Turnhalle',
  'bitte',
  'mitbringen',
  'Klasse',
  'Ausflug',
  'Danke',
  'Heft',
  'Montag',
];
const owner = new Client(server.test.ownerConnectionString);
await owner.connect();
const { rows: indexes } = await owner.query<{ indexdef: string }>(
  "select indexdef from pg_indexes where indexname = 'messages_search'",
);
// A million entries are sooner made at once.
await owner.query('drop index messages_search');
await owner.query(
  `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq, created_at)
   select $1, $2, n, $3, 'MESSAGE',
     'Nachricht ' || n || ' ' || ($4::text[])[1 + n % 10] || ' ' || ($4::text[])[1 + n / 7 % 10] || ', '
       || md5(n::text) || case when n = 4711 then ' Schulaufgabe' else '' end,
     n, '2026-01-01'::timestamptz + n * interval '20 seconds'
   from generate_series(1, $5::int) as n`,
  [school_id, large.chat_id, teacher.id, WORDS, MESSAGES],
);
await owner.query(indexes[0]?.indexdef ?? '');
await pool.query(
  `with made as (
     insert into channels (school_id, type, name, activity_at)
     select $1, 'CUSTOM', 'Kanal ' || n, '2026-11-01'::timestamptz + n * interval '1 hour' from generate_series(1, $3::int) as n
     returning id
   ), talked as (insert into chats (school_id, channel_id) select $1, id from made)
   insert into channel_members (school_id, channel_id, user_id, is_admin, method, joined_at)
   select $1, id, $2, true, 'created', '2026-11-01' from made`,
  [school_id, teacher.id, CHANNELS - 2],
);
await owner.query('vacuum analyze');
await owner.end();

// So that nobody is told to write less: a minute a tenth of a second.
let minutes = 0;
const hurry = setInterval(() => {
  minutes += 1;
  server.clock.set(new Date(Date.parse(TEST_NOW) + minutes * 60_000));
}, 100);

const bare = Fastify();
const bareChat = await buildChannel(kysely, school_id, { admins: [teacher.id] });
let seq = 0;
bare.post('/send', async (request, reply) => {
  const { uuid, content } = request.body as { uuid: string; content: string };
  seq += 1;
  const at = new Date(Date.parse(TEST_NOW)).toISOString();
  const row = await kysely
    .insertInto('messages')
    .values({
      school_id,
      chat_id: bareChat.chat_id,
      seq,
      uuid,
      user_id: teacher.id,
      type: 'MESSAGE',
      content,
      change_seq: seq,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return reply.send({ data: row });
});
bare.get('/history/:before', async (request, reply) => {
  const part = { school_id, chat_id: large.chat_id, visible_from_seq: 0, reader_id: teacher.id };
  const before = Number((request.params as { before: string }).before);
  const rows = await listPage(kysely, part, { page: 1, before, read_seq: 0 });
  return reply.send({ data: rows.slice(0, MESSAGES_PAGE) });
});
const titles = new Proxy({}, { get: () => '{unit}' }) as Parameters<typeof listOwnChannels>[1]['titles'];
bare.get('/channels', async (_, reply) => {
  const rows = await listOwnChannels(kysely, { school_id, user_id: teacher.id, titles }, {}, { offset: 0, limit: 21 });
  return reply.send({ data: rows });
});
await bare.listen({ port: 0, host: '127.0.0.1' });
const { port } = bare.server.address() as { port: number };

// Whoever measures has gone.
process.on('disconnect', () => process.exit(1));
process.on('message', async () => {
  clearInterval(hurry);
  await bare.close();
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
send({
  url: server.url,
  bare: `http://127.0.0.1:${port}`,
  tokens,
  senders: tokens.slice(1, SENDERS + 1),
  crowd: crowd.chat_id,
  large: large.chat_id,
  teacher: teacher.id,
});
