/** The measured side, in a process of its own: a real server with a school of 1,200, and a bare one that answers the same bytes. */
import Fastify from 'fastify';
import { closeOwnTestServer } from '../../support/database.ts';
import { PASSWORD } from '../../support/people.ts';
import { startTestServer } from '../../support/server.ts';
import { buildRushSchool } from './school.ts';

const PUPILS = 1200;
const PRESENT = 500;

const server = await startTestServer({ checkAnswers: false, env: { KREIDE_TRUST_PROXY: 'loopback' } });
const school = await buildRushSchool(server, { pupils: PUPILS, present: PRESENT });

const bare = Fastify();
const json = 'application/json; charset=utf-8';
/** By the beginning of the address: what the first one who asked was answered. */
const answers = new Map<string, Buffer>();
const keyOf = (url: string) => url.replace(/\?.*/, '').replace(/\d+/g, '0').replace(/^\/0/, '/v0');
const username = school.pupils.at(-1);
const body = { slink: school.slink, username, password: PASSWORD, stayLoggedIn: true, is_native: true };
const login = await server.request('POST', '/v1/auth/login', { body });
answers.set(keyOf('/v1/auth/login'), Buffer.from(login.text));
const token = login.body.access_token;
const self = await server.request('GET', '/v1/users/self', { token });
const channels = await server.request('GET', '/v1/users/self/channels', { token });
for (const path of [
  '/v1/users/self',
  '/v1/users/self/activity-summary',
  '/v1/users/self/feed/news?page=1',
  '/v1/users/self/channels',
  `/v1/timetables/entities/users/${self.body.data.id}?begins_at=2026-11-02&ends_at=2026-12-20`,
  `/v1/timetables/entities/grades/${school.grades[0]}?begins_at=2026-11-02&ends_at=2026-12-20`,
  `/v1/channels/chats/${channels.body.data.find((one: { chat?: unknown }) => one.chat).chat.id}/messages`,
]) {
  const { status, text } = await server.request('GET', path, { token, headers: { 'accept-encoding': 'identity' } });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  answers.set(keyOf(path), Buffer.from(text));
}
bare.all('/*', async (request, reply) => reply.type(json).send(answers.get(keyOf(request.url))));
await bare.listen({ port: 0, host: '127.0.0.1' });
const { port } = bare.server.address() as { port: number };

// Whoever measures has gone.
process.on('disconnect', () => process.exit(1));
process.on('message', async () => {
  await bare.close();
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
process.send?.({ url: server.url, bare: `http://127.0.0.1:${port}`, password: PASSWORD, ...school });
