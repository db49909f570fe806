import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { subscriptionsHandlers } from './handlers.ts';
import { subscriptionsMerge } from './queries/merge.ts';
import { subscriptionData } from './queries/personal-data.ts';
import { eraseSubscriptions, pruneSubscriptions } from './queries.ts';
import type { SubscriptionSource } from './source.ts';

type Needed = 'database' | 'texts' | 'appUrl';

/** `sources`: what all features add to people's calendars. */
export function subscriptionsFeature({
  database,
  texts,
  appUrl,
  sources,
}: Pick<FeatureParts, Needed> & { sources: readonly SubscriptionSource[] }): Feature {
  return {
    implemented: subscriptionsHandlers({ sources, texts, appUrl }),
    erase: eraseSubscriptions,
    merge: subscriptionsMerge,
    personalData: subscriptionData,
    prune: { subscriptions: () => pruneSubscriptions(database.kysely) },
  };
}
