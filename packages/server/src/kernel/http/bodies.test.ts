import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { cutSlowBody, cutStalledBody } from './bodies.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/**
 * Sends the head of a call and the pieces of its body, one every 40 ms, the first at once; resolves with what came back when
 * the server closes.
 */
async function send(pieces: readonly string[], onRequest: (request: FastifyRequest) => void, length: number) {
  app = Fastify();
  app.post('/', { onRequest: (request, _reply, done) => done(void onRequest(request) as undefined) }, () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  const left = [...pieces];
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${left.shift()}`,
  );
  const timer = setInterval(() => {
    const piece = left.shift();
    if (piece !== undefined && !socket.destroyed) socket.write(piece);
  }, 40);
  await once(socket, 'close');
  clearInterval(timer);
  return answer;
}

it('cuts a call whose body does not arrive, and leaves one that does [D-4.10]', async () => {
  const inTime = (request: FastifyRequest) => cutSlowBody(request, 50);
  expect(await send(['{'], inTime, 2)).not.toContain('200 OK');
  await app.close();
  expect(await send(['{}'], inTime, 2)).toContain('200 OK');
});

it('leaves an upload for as long as something of it arrives, and cuts one that stands still [T-9.21]', async () => {
  const text = JSON.stringify('x'.repeat(18)).split('');
  const moving = (request: FastifyRequest) => cutStalledBody(request, 300);
  expect(await send(text, moving, text.length)).toContain('200 OK');
  await app.close();
  expect(await send(text.slice(0, 3), moving, text.length)).not.toContain('200 OK');
});
