import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { Hearers } from './asking.ts';
import { scimHandlers } from './handlers.ts';
import { scimMerge } from './queries/merge.ts';
import { eraseScim, scimData } from './queries.ts';
import { mountScim, SCIM_PATH } from './route.ts';

type Needed = 'database' | 'clock' | 'log' | 'appUrl';

export function scimFeature({
  database: { kysely },
  clock,
  log,
  appUrl,
  ...hearers
}: Pick<FeatureParts, Needed> & Hearers): Feature {
  const baseOf = (schoolUuid: string) => `${appUrl().replace(/\/$/, '')}${SCIM_PATH}/${schoolUuid}`;
  const { sessions, planChanged } = hearers;
  return {
    implemented: scimHandlers(baseOf),
    routes: (app) => mountScim(app, { kysely, clock, log, baseOf, hearers: { sessions, planChanged } }),
    erase: eraseScim,
    merge: scimMerge,
    personalData: scimData,
  };
}
