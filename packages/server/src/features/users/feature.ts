import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { usersHandlers } from './handlers.ts';
import type { PeopleParts } from './people.ts';
import { pruneCheckedChilds } from './queries/family.ts';
import { accountData } from './queries/personal-data.ts';

export function usersFeature({ database, ...parts }: Pick<FeatureParts, 'database'> & PeopleParts): Feature {
  return {
    implemented: usersHandlers(parts),
    personalData: accountData,
    prune: { 'checked codes': (now) => pruneCheckedChilds(database.kysely, now) },
  };
}
