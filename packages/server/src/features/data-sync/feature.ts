import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type DataSyncParts, dataSyncHandlers } from './handlers.ts';

export const dataSyncFeature = ({
  seal,
  outbound,
  log,
  begin,
  sessions,
}: Pick<FeatureParts, 'seal' | 'outbound' | 'log'> & Pick<DataSyncParts, 'begin' | 'sessions'>): Feature => ({
  implemented: dataSyncHandlers({ seal, outbound, log, begin, sessions }),
});
