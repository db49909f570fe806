/**
 * The measured side, in a process of its own: a real server with the accounts of a school, threads that do nothing but verify
 * passwords, and bare routes with the statements and the bytes of what the app asks at its start.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { hashPassword } from '../../../packages/server/src/features/auth/index.ts';
import { countNotifications, countUnreadMessages } from '../../../packages/server/src/features/channels/index.ts';
import { getSchool } from '../../../packages/server/src/features/schools/queries.ts';
import { listYears } from '../../../packages/server/src/features/structure/index.ts';
import { getUser } from '../../../packages/server/src/features/users/queries.ts';
import { closeOwnTestServer } from '../../support/database.ts';
import { buildSchool, buildUser, PASSWORD, signIn } from '../../support/people.ts';
import { startTestServer } from '../../support/server.ts';

const ACCOUNTS = 100;
const TODAY = '2026-11-18';
const send = (message: unknown) => process.send?.(message);

const server = await startTestServer({ checkAnswers: false, env: { KREIDE_TRUST_PROXY: 'loopback' } });
const { kysely } = server.test.database;
const { id: school_id } = await buildSchool(kysely, 'bench');
for (let index = 0; index < ACCOUNTS; index += 1) await buildUser(kysely, school_id, `p${index}`, 'STUDENT');
const { id } = await buildUser(kysely, school_id, 'reader', 'TEACHER');
const token = await signIn(server, 'bench', 'reader');

async function bytesOf(path: string): Promise<Buffer> {
  const { text } = await server.request('GET', path, { token, headers: { 'accept-encoding': 'identity' } });
  return Buffer.from(text);
}
const json = 'application/json; charset=utf-8';
const bare = Fastify();
const self = await bytesOf('/v1/users/self');
bare.get('/self', async (_, reply) => {
  await getUser(kysely, school_id, id, TODAY);
  await getSchool(kysely, school_id);
  await listYears(kysely, school_id);
  return reply.type(json).send(self);
});
const summary = await bytesOf('/v1/users/self/activity-summary');
bare.get('/summary', async (_, reply) => {
  await countUnreadMessages(kysely, school_id, id);
  await countNotifications(kysely, school_id, [id]);
  return reply.type(json).send(summary);
});
await bare.listen({ port: 0, host: '127.0.0.1' });
const { port } = bare.server.address() as { port: number };

/** One a core. */
const threads = Array.from(
  { length: availableParallelism() },
  () => new Worker(new URL('./verify.ts', import.meta.url)),
);
const stored = await hashPassword(PASSWORD);
/** Passwords that all cores verify in a second when they do nothing else. */
async function verify(ms: number): Promise<number> {
  const begin = performance.now();
  const counts = threads.map(async (thread) => {
    thread.postMessage({ password: PASSWORD, stored, ms });
    return (await once(thread, 'message'))[0] as number;
  });
  const count = (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  return (count * 1000) / (performance.now() - begin);
}

// Whoever measures has gone.
process.on('disconnect', () => process.exit(1));
process.on('message', async (message: { verify: number } | 'end') => {
  if (message !== 'end') return send(await verify(message.verify));
  await Promise.all(threads.map((thread) => thread.terminate()));
  await bare.close();
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
send({ url: server.url, bare: `http://127.0.0.1:${port}`, token, accounts: ACCOUNTS, password: PASSWORD });
