import type { FeatureParts } from '../../kernel/feature.ts';
import { deleteLeftovers, listLeftovers } from './queries/uploads.ts';

/** Removes uploads that nothing came of and files that were taken back, content first; returns the number. */
export async function pruneFiles(
  { database, store }: Pick<FeatureParts, 'database' | 'store'>,
  now: Date,
): Promise<number> {
  let count = 0;
  for (;;) {
    const left = await listLeftovers(database.kysely, now);
    if (left.length === 0) return count;
    for (const { uuid } of left) await store.remove(uuid);
    await deleteLeftovers(
      database.kysely,
      left.map(({ uuid }) => uuid),
    );
    count += left.length;
  }
}
