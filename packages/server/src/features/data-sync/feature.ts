import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type DataSyncParts, dataSyncHandlers } from './handlers.ts';

export const dataSyncFeature = ({
  seal,
  outbound,
  log,
  begin,
}: Pick<FeatureParts, 'seal' | 'outbound' | 'log'> & Pick<DataSyncParts, 'begin'>): Feature => ({
  implemented: dataSyncHandlers({ seal, outbound, log, begin }),
});
