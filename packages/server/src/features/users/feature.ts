import { PEOPLE_CHANGE_DAYS, usersApi } from '@kreide/core/features/users';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { createChangeTask } from './changes/task.ts';
import { usersHandlers } from './handlers.ts';
import type { PeopleParts } from './people.ts';
import { pruneChanges } from './queries/changes.ts';
import { pruneCheckedChilds } from './queries/family.ts';
import { usersMerge } from './queries/merge.ts';
import { accountData } from './queries/personal-data.ts';

/** They erase somebody in every feature, or are about thousands of people. */
const WORK = ['hardDelete', 'moveSchool', 'tryPeopleChange', 'createPeopleChange', 'undoPeopleChange'] as const;

export function usersFeature({
  database,
  clock,
  texts,
  ...parts
}: Pick<FeatureParts, 'database' | 'clock' | 'texts'> & PeopleParts): Feature {
  const changeMany = createChangeTask({ ...parts, database, clock, texts });
  return {
    implemented: withWork(usersApi, WORK, usersHandlers(parts, changeMany)),
    tasks: [changeMany],
    merge: usersMerge,
    personalData: accountData,
    prune: {
      'checked codes': (now) => pruneCheckedChilds(database.kysely, now),
      'changes of many people': (now) =>
        pruneChanges(database.kysely, new Date(now.getTime() - PEOPLE_CHANGE_DAYS * 24 * 60 * 60 * 1000)),
    },
  };
}
