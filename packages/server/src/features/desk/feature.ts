import { addDays } from '@kreide/core/kernel';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { deskHandlers } from './handlers.ts';
import type { PublishParts } from './publish.ts';
import { pruneAbsences } from './queries/absences.ts';
import { deskMerge } from './queries/merge.ts';
import { deskData, eraseDesk } from './queries/personal-data.ts';

/** Days for which it is kept who of the staff was absent: the plan of a school year may be looked at once more. */
const ABSENCES_KEPT_DAYS = 366;

export function deskFeature({ database, ...parts }: PublishParts & Pick<FeatureParts, 'database'>): Feature {
  return {
    implemented: deskHandlers(parts),
    erase: eraseDesk,
    merge: deskMerge,
    personalData: deskData,
    prune: {
      desk_absences: (now) =>
        pruneAbsences(database.kysely, addDays(now.toISOString().slice(0, 10), -ABSENCES_KEPT_DAYS)),
    },
  };
}
