import type { FastifyInstance } from 'fastify';

/** Requests still running after this time are cut off, ms: the whole shutdown may take 10 s (D-4.03). */
const PATIENCE = 7_000;

/** Answers sent during shutdown close their connection, so that the server does not wait for keep-alive connections. */
export function mountEnd(app: FastifyInstance): void {
  let isEnding = false;
  app.addHook('preClose', (done) => {
    isEnding = true;
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
