import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { cutSlowBody } from './bodies.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** Sends the head of a call and the beginning of its body; resolves with what came back when the server closes. */
async function send(rest: string): Promise<string> {
  app = Fastify();
  app.post(
    '/',
    { onRequest: (request, _reply, done) => done(void cutSlowBody(request, 50) as undefined) },
    () => 'done',
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n${rest}`,
  );
  await once(socket, 'close');
  return answer;
}

it('cuts a call whose body does not arrive, and leaves one that does [D-4.10]', async () => {
  expect(await send('{')).not.toContain('200 OK');
  await app.close();
  expect(await send('{}')).toContain('200 OK');
});
