import type { FeatureParts } from '../../../kernel/feature.ts';
import { deletePartial, listExpired, listKnown } from '../queries/partial.ts';
import type { PartialFolder } from './folder.ts';

const BATCH = 200;

/** Removes uploads that have expired, and files of which no upload is left; returns the number. */
export async function prunePartials(
  { database: { kysely }, folder }: Pick<FeatureParts, 'database'> & { folder: PartialFolder },
  now: Date,
): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await listExpired(kysely, now);
    if (expired.length === 0) break;
    for (const { school_id, uuid } of expired) {
      await deletePartial(kysely, school_id, uuid);
      await folder.remove(uuid);
    }
    count += expired.length;
  }
  const all = await folder.list();
  for (let at = 0; at < all.length; at += BATCH) {
    const some = all.slice(at, at + BATCH);
    const known = await listKnown(kysely, some);
    for (const uuid of some.filter((one) => !known.has(one))) {
      await folder.remove(uuid);
      count += 1;
    }
  }
  return count;
}
