import { toLanguage } from '@kreide/core/kernel';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { identityProviderHandlers } from './handlers.ts';
import { createProviders } from './provider.ts';
import { pruneArtifacts } from './queries/artifacts.ts';
import { endPassed, eraseGrants, grantData, pruneGrants } from './queries/grants.ts';
import { identityMerge } from './queries/merge.ts';
import { pruneKeys } from './queries/tenants.ts';
import { mountProvider, type RouteParts } from './route.ts';
import { createTellTask } from './telling.ts';

type Needed = 'database' | 'clock' | 'seal' | 'log' | 'texts' | 'appUrl' | 'outbound';

/** What somebody at a browser can do something about; the rest is the program's. */
const EXPLAINED = ['invalid_client', 'invalid_redirect_uri', 'session_not_found', 'logout'] as const;

export function identityProviderFeature({
  database: { kysely },
  texts,
  sessions,
  ...parts
}: Pick<FeatureParts, Needed> & Pick<RouteParts, 'sessions'>): Feature {
  const explain = (error: string, languages: string | undefined) => {
    const known = EXPLAINED.find((one) => one === error) ?? 'other';
    return texts.for(toLanguage(languages))(`identity-provider:refused.${known}`, { error });
  };
  const providerParts = { ...parts, kysely, explain };
  const providers = createProviders(providerParts);
  return {
    implemented: identityProviderHandlers({ ...parts, providers }),
    routes: (app) => mountProvider(app, { ...providerParts, providers, sessions }),
    tasks: [createTellTask({ ...parts, kysely, providers })],
    prune: {
      ended_sign_ins: (now) => endPassed(kysely, now),
      sign_ins_elsewhere: (now) => pruneArtifacts(kysely, now),
      grants: (now) => pruneGrants(kysely, now),
      identity_keys: (now) => pruneKeys(kysely, now),
    },
    erase: eraseGrants,
    merge: identityMerge,
    personalData: grantData,
  };
}
