import type { FastifyInstance } from 'fastify';

/** Requests that have not ended after this time are cut off, ms: the whole end may take 10 s (D-4.03). */
const PATIENCE = 7_000;

/** Answers that leave while the server ends close their connection, so that it waits for nobody's keep-alive. */
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

/** Takes no new requests and waits for the running ones (D-4.03). */
export async function endRequests(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), PATIENCE);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
