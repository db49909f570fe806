import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests still running after this time are cut off, ms: the whole shutdown may take 10 s (D-4.03). */
const PATIENCE = 6_000;

/**
 * For the shutdown: answers close their connection, and connections without a running request are closed at once, those
 * that never sent one too, so that the server waits for nobody who says nothing.
 */
export function mountEnd(app: FastifyInstance): void {
  let isEnding = false;
  const open = new Set<Socket>();
  const busy = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }, response: NodeJS.EventEmitter) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left > 0) busy.set(socket, left);
      else busy.delete(socket);
    });
  });
  app.addHook('preClose', (done) => {
    isEnding = true;
    for (const socket of open) if (!busy.has(socket)) socket.destroy();
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isEnding) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Accepts no new requests and waits for the running ones (D-4.03). */
export async function endRequests(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
