import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { timetableImportHandlers } from './handlers.ts';
import { processTask } from './process.ts';
import { pruneUploads } from './queries.ts';
import { createRecentChange } from './recent-change.ts';

type Needed = 'database' | 'store' | 'clock';

/** `planChanged` is called after a publication or its undo. */
export function timetableImportFeature({
  database,
  store,
  clock,
  planChanged,
}: Pick<FeatureParts, Needed> & { planChanged: (schoolId: number) => void }): Feature {
  const { kysely } = database;
  const recent = createRecentChange();
  const process = processTask({ kysely, store, clock, recent });
  return {
    implemented: timetableImportHandlers({ store, process, recent, changed: planChanged }),
    tasks: [process],
    prune: { uploads: (now) => pruneUploads(kysely, now) },
  };
}
