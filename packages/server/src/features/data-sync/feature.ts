import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { TellAdministrators } from '../users/index.ts';
import { createReadOnce, type DataSyncParts, dataSyncHandlers, SOURCE } from './handlers.ts';
import { createNights } from './nightly.ts';
import { pruneRuns } from './queries.ts';

type Parts = Pick<FeatureParts, 'database' | 'seal' | 'outbound' | 'log'> &
  Pick<DataSyncParts, 'begin' | 'sessions'> & { readonly tellAdministrators: TellAdministrators };

export function dataSyncFeature({ database, tellAdministrators, begin, ...parts }: Parts): Feature {
  const { kysely } = database;
  const { seal, outbound, log, sessions } = parts;
  const reading = { seal, outbound, log, sessions, readOnce: createReadOnce() };
  return {
    implemented: dataSyncHandlers({ ...reading, begin }),
    ...createNights({ ...reading, kysely, source: SOURCE, tellAdministrators }),
    prune: { connector_runs: (now) => pruneRuns(kysely, now) },
  };
}
