import { yearChangeApi } from '@kreide/core/features/year-change';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { archiveLeavers } from './archive.ts';
import { forgetBefore } from './forget.ts';
import { yearChangeHandlers } from './handlers.ts';
import { yearChangeMerge } from './queries/merge.ts';
import { eraseFromChanges, yearChangeData } from './queries/personal-data.ts';

/** They move a whole school. */
const WORK = ['apply', 'previewRevert', 'revert'] as const;

interface Hearers {
  /** Called after people came into other grades and the year was switched. */
  readonly planChanged: (schoolId: number) => void;
}

export function yearChangeFeature({ database, planChanged }: Pick<FeatureParts, 'database'> & Hearers): Feature {
  return {
    implemented: withWork(yearChangeApi, WORK, yearChangeHandlers({ planChanged })),
    prune: {
      year_changes: (now) => archiveLeavers(database.kysely, now),
      year_change_people: (now) => forgetBefore(database.kysely, now),
    },
    erase: eraseFromChanges,
    merge: yearChangeMerge,
    personalData: yearChangeData,
  };
}
