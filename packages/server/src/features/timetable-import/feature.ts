import { timetableImportApi } from '@kreide/core/features/timetable-import';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { createIdleSessions, type IdleSessions } from '../auth/index.ts';
import type { TellAdministrators } from '../users/index.ts';
import { timetableImportHandlers } from './handlers.ts';
import type { PlanPublished } from './parts.ts';
import { processTask, pruneFiles } from './process.ts';
import { timetableImportMerge } from './queries/merge.ts';
import { uploadData } from './queries/personal-data.ts';
import { pruneUploads, removeUploads } from './queries.ts';
import { createRecentChange } from './recent-change.ts';
import { resumeUploads } from './start-upload.ts';
import { tellOfUploads } from './tell-of-uploads.ts';
import { createDueTask, createFetchTask } from './webuntis/fetch-task.ts';
import { createPublishRead, orderPublishRead } from './webuntis/publish-read.ts';

type Needed = 'database' | 'store' | 'clock' | 'outbound' | 'seal' | 'log';

/** They compare or write the plan of a whole school. */
const WORK = ['changes', 'listCodes', 'chooseCodes', 'publish', 'undo'] as const;

export interface TimetableImportFeature extends Feature {
  /** Sessions of programs with upload credentials. */
  readonly uploadSessions: IdleSessions;
}

interface Hearers {
  /** Called after a publication or its undo. */
  planChanged: (schoolId: number) => void;
  planPublished: PlanPublished;
  /** Called when a program or WebUntis could not be read several times. */
  readonly tellAdministrators: TellAdministrators;
}

export function timetableImportFeature({
  planChanged,
  planPublished,
  ...parts
}: Pick<FeatureParts, Needed> & Hearers): TimetableImportFeature {
  const { store, clock, outbound, seal } = parts;
  const { kysely } = parts.database;
  const recent = createRecentChange();
  const uploadSessions = createIdleSessions({ kysely, clock, kind: 'upload' });
  const told = { changed: planChanged, published: planPublished };
  const publishRead = createPublishRead({ kysely, clock, recent, ...told });
  const process = processTask({
    kysely,
    store,
    clock,
    recent,
    wasRead: (db, upload) => orderPublishRead(db, publishRead, upload),
    hasEnded: (upload) => tellOfUploads({ ...parts, kysely }, upload),
  });
  const fetch = createFetchTask({ ...parts, kysely, process });
  const { due, schedule } = createDueTask({ kysely, clock }, fetch);
  const { look, schedule: again } = resumeUploads(kysely, process);
  return {
    uploadSessions,
    implemented: withWork(
      timetableImportApi,
      WORK,
      timetableImportHandlers({
        kysely,
        store,
        process,
        recent,
        ...told,
        sessions: uploadSessions,
        outbound,
        seal,
        fetch,
      }),
    ),
    tasks: [process, publishRead, fetch, due, look],
    schedule: [...schedule, again],
    merge: timetableImportMerge,
    personalData: uploadData,
    retain: { imports: removeUploads },
    prune: {
      uploads: (now) => pruneUploads(kysely, now),
      planFiles: (now) => pruneFiles(kysely, store, now),
    },
  };
}
