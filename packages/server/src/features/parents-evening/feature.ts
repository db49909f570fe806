import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { SubscriptionSource } from '../subscriptions/index.ts';
import { parentsEveningHandlers } from './handlers.ts';
import { pruneEvenings } from './queries/evenings.ts';
import { parentsEveningMerge } from './queries/merge.ts';
import { eraseAppointments, eveningData } from './queries/personal.ts';
import { eveningSubscriptionSource } from './subscription-source.ts';
import type { EveningParts } from './telling.ts';

/** How long it is kept who met whom, days: until the evenings of the next school year. */
const KEPT_DAYS = 400;

export function parentsEveningFeature(
  parts: Pick<FeatureParts, 'database'> & EveningParts,
): Feature<SubscriptionSource> {
  const { kysely } = parts.database;
  return {
    implemented: parentsEveningHandlers(parts),
    prune: {
      parents_evenings: (now) =>
        pruneEvenings(kysely, new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)),
    },
    erase: eraseAppointments,
    merge: parentsEveningMerge,
    personalData: eveningData,
    subscriptions: [eveningSubscriptionSource(parts.database)],
  };
}
