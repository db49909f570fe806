import * as z from 'zod/mini';
import type { FeatureParts } from '../../kernel/feature.ts';
import { repeat, task } from '../../kernel/jobs/index.ts';
import { listManagersOf, listParentsOfSchool } from '../users/index.ts';
import { takeUnallocated, takeUntold } from './queries/evenings.ts';
import type { OpeningTeller } from './telling.ts';

/** Tells families, once for each evening, that they can book, or wish, and those who allocate that all wishes are in. */
export function createOpening({ database, clock }: Pick<FeatureParts, 'database' | 'clock'>, tell: OpeningTeller) {
  const open = task('parents-evening:open', z.object({}), () =>
    database.kysely.transaction().execute(async (trx) => {
      const now = clock.now();
      for (const { school_id, ...evening } of await takeUntold(trx, now)) {
        const awaitsWishes = evening.mode === 'wishes' && evening.allocated_at === null;
        const people = await listParentsOfSchool(trx, school_id, now);
        await tell(trx, { school_id, evening, about: awaitsWishes ? 'wishing' : 'open', people }, now);
      }
      for (const { school_id, ...evening } of await takeUnallocated(trx, now)) {
        const people = await listManagersOf(trx, [school_id], 'manage-parents-evenings');
        await tell(trx, { school_id, evening, about: 'to_allocate', people }, now);
      }
    }),
  );
  return { tasks: [open], schedule: [repeat(open, '*/5 * * * *', {})] };
}
