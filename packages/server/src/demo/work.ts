/** The process that makes the demo and moves it on. Started by host.ts only. */
import * as z from 'zod/mini';
import { answerParent } from '../kernel/child/index.ts';
import { filesPlace } from '../kernel/config/storage-config.ts';
import { openDatabase } from '../kernel/data/database.ts';
import { openStore } from '../kernel/files/index.ts';
import { bringDemoToToday } from './seed/index.ts';

const inputSchema = z.object({ connection_string: z.string(), files: filesPlace, now: z.iso.datetime() });

await answerParent(async (input, log) => {
  const { connection_string, files, now } = inputSchema.parse(input);
  const at = new Date(now);
  await using database = openDatabase(connection_string, { log, poolSize: 1, isForWork: true });
  const store = await openStore(files, at);
  return await bringDemoToToday({ kysely: database.kysely, store, now: at });
});
