/** The process that makes one invented school. Started by trial.ts only. */
import * as z from 'zod/mini';
import { answerParent } from '../kernel/child/index.ts';
import { filesPlace } from '../kernel/config/storage-config.ts';
import { openDatabase } from '../kernel/data/database.ts';
import { openStore } from '../kernel/files/index.ts';
import { seedTrial } from './seed/index.ts';

const inputSchema = z.object({
  connection_string: z.string(),
  files: filesPlace,
  now: z.iso.datetime(),
  school_id: z.int(),
  ordered_at: z.string(),
});

await answerParent(async (input, log) => {
  const { connection_string, files, now, ...order } = inputSchema.parse(input);
  const at = new Date(now);
  // One connection for the school, one on which is said how far it is.
  await using database = openDatabase(connection_string, { log, poolSize: 2, isForWork: true });
  const store = await openStore(files, at);
  await seedTrial({ kysely: database.kysely, store, now: at }, order);
});
