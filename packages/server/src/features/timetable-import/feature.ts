import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { createIdleSessions, type IdleSessions } from '../auth/index.ts';
import { timetableImportHandlers } from './handlers.ts';
import type { PlanPublished } from './parts.ts';
import { processTask, pruneFiles } from './process.ts';
import { uploadData } from './queries/personal-data.ts';
import { pruneUploads, removeUploads } from './queries.ts';
import { createRecentChange } from './recent-change.ts';

type Needed = 'database' | 'store' | 'clock';

export interface TimetableImportFeature extends Feature {
  /** Sessions of programs with upload credentials. */
  readonly uploadSessions: IdleSessions;
}

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
}: Pick<FeatureParts, Needed> & Hearers): TimetableImportFeature {
  const { kysely } = database;
  const recent = createRecentChange();
  const process = processTask({ kysely, store, clock, recent });
  const uploadSessions = createIdleSessions({ kysely, clock, kind: 'upload' });
  const told = { changed: planChanged, published: planPublished };
  return {
    uploadSessions,
    implemented: timetableImportHandlers({ store, process, recent, ...told, sessions: uploadSessions }),
    tasks: [process],
    personalData: uploadData,
    retain: { imports: removeUploads },
    prune: {
      uploads: (now) => pruneUploads(kysely, now),
      planFiles: (now) => pruneFiles(kysely, store, now),
    },
  };
}
