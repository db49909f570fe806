import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type PlanPublished, timetableImportHandlers } from './handlers.ts';
import { processTask } from './process.ts';
import { uploadData } from './queries/personal-data.ts';
import { pruneUploads, removeUploads } from './queries.ts';
import { createRecentChange } from './recent-change.ts';

type Needed = 'database' | 'store' | 'clock';

interface Hearers {
  /** Called after a publication or its undo. */
  planChanged: (schoolId: number) => void;
  planPublished: PlanPublished;
}

export function timetableImportFeature({
  database,
  store,
  clock,
  planChanged,
  planPublished,
}: Pick<FeatureParts, Needed> & Hearers): Feature {
  const { kysely } = database;
  const recent = createRecentChange();
  const process = processTask({ kysely, store, clock, recent });
  return {
    implemented: timetableImportHandlers({ store, process, recent, changed: planChanged, published: planPublished }),
    tasks: [process],
    personalData: uploadData,
    retain: { imports: removeUploads },
    prune: { uploads: (now) => pruneUploads(kysely, now) },
  };
}
