import { DIRECTORY_SOURCE } from '@kreide/core/features/user-import';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { ListDirectory, UserImportFeature } from '../user-import/index.ts';
import type { TellAdministrators } from '../users/index.ts';
import { type DataSyncParts, dataSyncHandlers } from './handlers.ts';
import { createNights } from './nightly.ts';
import { pruneReadings, pruneRuns } from './queries.ts';
import { createReadOnce } from './read-once.ts';
import { listPeople } from './reading.ts';

type Parts = Pick<FeatureParts, 'database' | 'seal' | 'outbound' | 'log' | 'texts'> &
  Pick<DataSyncParts, 'sessions'> & {
    readonly userImport: Pick<UserImportFeature, 'begin' | 'beginUnattended' | 'settleUnattended'>;
    readonly tellAdministrators: TellAdministrators;
  };

export interface DataSyncFeature extends Feature {
  /** For the comparison of a change of school year. */
  readonly listDirectory: ListDirectory;
}

export function dataSyncFeature({ database, tellAdministrators, userImport, texts, ...parts }: Parts): DataSyncFeature {
  const { kysely } = database;
  const { seal, outbound, log, sessions } = parts;
  const { begin, beginUnattended, settleUnattended } = userImport;
  const reading = { seal, outbound, log, sessions, readOnce: createReadOnce() };
  const unattended = { beginUnattended, settleUnattended, texts };
  return {
    listDirectory: (db, asked) => listPeople(db, reading, asked),
    implemented: dataSyncHandlers({ ...reading, begin }),
    ...createNights({ ...reading, ...unattended, kysely, source: DIRECTORY_SOURCE, tellAdministrators }),
    prune: { connector_runs: (now) => pruneRuns(kysely, now), readings: (now) => pruneReadings(kysely, now) },
  };
}
