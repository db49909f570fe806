import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import { parentsEveningHandlers } from './handlers.ts';
import { createOpening } from './opening.ts';
import { pruneEvenings } from './queries/evenings.ts';
import { parentsEveningMerge } from './queries/merge.ts';
import { eraseAppointments, eveningData } from './queries/personal.ts';
import { eveningSubscriptionSource } from './subscription-source.ts';
import type { EveningParts } from './telling.ts';

/** How long it is kept who met whom, days: until the evenings of the next school year. */
const KEPT_DAYS = 400;

export function parentsEveningFeature(
  parts: Pick<FeatureParts, 'database' | 'clock'> & EveningParts,
): Feature<SubscriptionSource> {
  const { kysely } = parts.database;
  return {
    implemented: parentsEveningHandlers(parts),
    ...createOpening(parts, parts.tellOfOpenings),
    prune: {
      parents_evenings: async (now) => {
        const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
        return kysely.transaction().execute(async (trx) => {
          const gone = await pruneEvenings(trx, before);
          // Who was told of an appointment reads of none that is gone.
          for (const [school_id, evenings] of Map.groupBy(gone, (one) => one.school_id))
            await parts.withdrawTold(
              trx,
              { school_id, told_of: evenings.map(({ id }) => `evening:${id}` as const) },
              now,
            );
          return gone.length;
        });
      },
    },
    erase: eraseAppointments,
    merge: parentsEveningMerge,
    personalData: eveningData,
    subscriptions: [eveningSubscriptionSource(parts.database)],
  };
}
