/** The process that makes the demo and moves it on. Started by host.ts only. */
import * as z from 'zod/mini';
import { answerParent } from '../kernel/child/index.ts';
import { openDatabase } from '../kernel/data/database.ts';
import { createLocalStore } from '../kernel/files/index.ts';
import { bringDemoToToday } from './seed/index.ts';

const inputSchema = z.object({ connection_string: z.string(), files: z.string(), now: z.iso.datetime() });

await answerParent(async (input, log) => {
  const { connection_string, files, now } = inputSchema.parse(input);
  const at = new Date(now);
  await using database = openDatabase(connection_string, { log, poolSize: 1, isForWork: true });
  const store = await createLocalStore(files, at);
  return await bringDemoToToday({ kysely: database.kysely, store, now: at });
});
