/** The measured side, in a process of its own: a real server with the largest school of the samples. */
import { closeOwnTestServer } from '../../support/database.ts';
import { startTestServer } from '../../support/server.ts';
import { buildLargestSchool, type LargestSchool } from './school.ts';

export interface Served extends LargestSchool {
  url: string;
  database: string;
}

const server = await startTestServer({ checkAnswers: false });
const school = await buildLargestSchool(server.test.database.pool);

// Whoever measures has gone.
process.on('disconnect', () => process.exit(1));
process.on('message', async () => {
  await server.stop();
  await closeOwnTestServer();
  process.exit(0);
});
process.send?.({ url: server.url, database: server.test.connectionString, ...school } satisfies Served);
