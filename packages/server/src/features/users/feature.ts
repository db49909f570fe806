import { usersApi } from '@kreide/core/features/users';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { usersHandlers } from './handlers.ts';
import type { PeopleParts } from './people.ts';
import { pruneCheckedChilds } from './queries/family.ts';
import { accountData } from './queries/personal-data.ts';

/** They erase somebody in every feature. */
const WORK = ['hardDelete', 'moveSchool'] as const;

export function usersFeature({ database, ...parts }: Pick<FeatureParts, 'database'> & PeopleParts): Feature {
  return {
    implemented: withWork(usersApi, WORK, usersHandlers(parts)),
    personalData: accountData,
    prune: { 'checked codes': (now) => pruneCheckedChilds(database.kysely, now) },
  };
}
