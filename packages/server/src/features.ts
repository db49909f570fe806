import { type AuthFeature, authFeature } from './features/auth/index.ts';
import { filesFeature } from './features/files/index.ts';
import { monitorFeature } from './features/monitor/index.ts';
import { newsFeature } from './features/news/index.ts';
import { schoolsFeature } from './features/schools/index.ts';
import { type SubscriptionSource, subscriptionsFeature } from './features/subscriptions/index.ts';
import { type TimetableFeature, timetableFeature } from './features/timetable/index.ts';
import { timetableImportFeature } from './features/timetable-import/index.ts';
import { usersFeature } from './features/users/index.ts';
import { webuntisFeature } from './features/webuntis/index.ts';
import type { Database } from './kernel/database.ts';
import type { Feature, FeatureParts } from './kernel/feature.ts';

type Joined = Pick<AuthFeature, 'sessions' | 'onRevoked'> & Pick<TimetableFeature, 'plans' | 'planChanged'>;

export interface Features extends Joined {
  /** Every feature, to be joined in loops. */
  readonly all: readonly Feature<SubscriptionSource>[];
}

/** Every feature with its dependencies, one line each: the server's counterpart of the contract's registry. */
export function joinFeatures(parts: FeatureParts): Features {
  const auth = authFeature(parts);
  const timetable = timetableFeature(parts);
  const { plans, planChanged } = timetable;
  const others: Feature<SubscriptionSource>[] = [
    filesFeature(parts),
    monitorFeature({ ...parts, plans }),
    newsFeature(parts),
    schoolsFeature({ ...parts, planChanged }),
    timetableImportFeature({ ...parts, planChanged }),
    usersFeature({ planChanged }),
    webuntisFeature({ ...parts, plans }),
  ];
  const sources = [timetable, ...others].flatMap(({ subscriptions = [] }) => subscriptions);
  return {
    ...{ sessions: auth.sessions, onRevoked: auth.onRevoked, plans, planChanged },
    all: [auth, timetable, ...others, subscriptionsFeature({ ...parts, sources })],
  };
}

/** Cached values are dropped when any process changes them; while notifications may be lost, no cache is used. */
export async function listenForChanges(database: Database, { all }: Features): Promise<AsyncDisposable> {
  const caches = all.flatMap((feature) => feature.caches ?? []);
  const ends = await Promise.all(
    caches.map(({ channel, drop }) => database.listen(channel, (payload) => drop(Number(payload)))),
  );
  const trust = (value: boolean) => {
    for (const cache of caches) cache.trust(value);
  };
  const unwatch = database.watchListener({ onLost: () => trust(false), onBack: () => trust(true) });
  return {
    async [Symbol.asyncDispose]() {
      unwatch();
      for (const end of ends) await end();
    },
  };
}
