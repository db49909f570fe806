import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { filesHandlers } from './handlers.ts';

export function filesFeature({ store, fileKey }: Pick<FeatureParts, 'store' | 'fileKey'>): Feature {
  return { implemented: filesHandlers({ store, key: fileKey }) };
}
