/** The measured side, in a process of its own: an import of 5,000 pupils with their parents is taken back after a year of talk. */
import { writeNotifications } from '../../../packages/server/src/features/channels/index.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { buildSchool, buildUser, signIn } from '../../support/people.ts';
import { revertPeople, savePeople, uploadPeople } from '../../support/people-imports.ts';
import { startTestServer } from '../../support/server.ts';
import { listOf } from './lists.ts';

const PUPILS = 5_000;
/** Each pupil is told something so often. */
const TOLD = 20;
/** In the channel of each class. */
const MESSAGES = 8_000;
const LOOK_MS = 100;

const server = await startTestServer({ checkAnswers: false });
const { pool, kysely } = server.test.database;
const school = await buildSchool(kysely, 'bench');
await buildUser(kysely, school.id, 'admin', 'ADMIN');
const teacher = await buildUser(kysely, school.id, 'teacher', 'TEACHER');
const importing = { server, token: await signIn(server, 'bench', 'admin'), schoolId: school.id, pause: LOOK_MS };
const run = await savePeople(importing, await uploadPeople(importing, new TextEncoder().encode(listOf(0, PUPILS))));
if (run.state !== 'SAVED') throw new Error(`the list was not saved: ${JSON.stringify(run)}`);
const { rows } = await pool.query<{ id: number }>(`select id from users where school_id = $1 and type = 'STUDENT'`, [
  school.id,
]);
const told = { target_type: 'account', target_id: null, target_snapshot: { name: 'x', by: null } } as const;
for (let round = 0; round < TOLD; round += 1)
  await writeNotifications(
    kysely,
    school.id,
    [{ ...told, content: 'x', named_id: teacher.id }],
    rows.map(({ id: user_id }) => ({ user_id, text: 0, actions: [] })),
    server.clock.now(),
  );
await pool.query(
  'insert into chats (school_id, channel_id) select school_id, id from channels where school_id = $1 on conflict do nothing',
  [school.id],
);
await pool.query(
  `insert into messages (school_id, chat_id, seq, change_seq, user_id, type, content)
    select $1, chats.id, place, place, $2, 'MESSAGE', 'Nachricht ' || place
    from chats join channels on channels.id = chats.channel_id and channels.owner_id is null
    cross join generate_series(1, ${MESSAGES}) as place where chats.school_id = $1`,
  [school.id, teacher.id],
);
const begin = performance.now();
const undone = await revertPeople(importing, run);
const took = performance.now() - begin;
if (undone.state !== 'UNDONE') throw new Error(`the import was not taken back: ${JSON.stringify(undone)}`);
await server.stop();
await closeOwnTestServer();
process.send?.(took, () => process.exit(0));
