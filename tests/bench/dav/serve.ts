/** The measured side, in a process of its own: a real server with a folder of 1,000 files, and a bare route with the query of their list. */
import Fastify from 'fastify';
import { listEntries } from '../../../packages/server/src/features/cloud/queries/entries.ts';
import { buildChannel } from '../../support/channels.ts';
import { buildEntry } from '../../support/clouds.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { basic, makeFilesPassword } from '../../support/dav-client.ts';
import { buildSchool, buildUser } from '../../support/people.ts';
import { startTestServer } from '../../support/server.ts';

const FILES = 1000;
const send = (message: unknown) => process.send?.(message);

const server = await startTestServer({ checkAnswers: false });
const { kysely, pool } = server.test.database;
const school = await buildSchool(kysely, 'bench');
const { id: user_id } = await buildUser(kysely, school.id, 'ada', 'TEACHER');
const channel = await buildChannel(kysely, school.id, { admins: [user_id] });
const folder = await buildEntry(kysely, school.id, channel.id, 'Noten', { isFolder: true, user_id });
for (let number = 1; number <= FILES; number += 1)
  await buildEntry(kysely, school.id, channel.id, `Lied ${number}.pdf`, { parent_id: folder.id, user_id });
await pool.query('analyze cloud_files, files, clouds');
const { authorization } = basic('ada', await makeFilesPassword(server, 'bench', 'ada'));

const bare = Fastify();
const view = { school_id: school.id, channel_id: channel.id, user_id, reviews: true, children: [] };
const all = {
  search: undefined,
  file_type: undefined,
  orderBy: 'name',
  orderDir: 'asc',
  offset: 0,
  limit: 5000,
} as const;
bare.get('/list', async (_request, reply) =>
  reply.send({ data: await listEntries(kysely, view, { ...all, parent_id: folder.id }) }),
);
await bare.listen({ port: 0, host: '127.0.0.1' });
const { port } = bare.server.address() as { port: number };

process.on('message', async () => {
  await bare.close();
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
send({ url: server.url, bare: `http://127.0.0.1:${port}`, authorization });
