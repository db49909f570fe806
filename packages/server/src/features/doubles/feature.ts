import { doublesApi } from '@kreide/core/features/doubles';
import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { withWork } from '../../kernel/http/implement.ts';
import { type DoublesParts, doublesHandlers } from './handlers.ts';
import { eraseApart } from './queries/erase.ts';
import { doublesMerge } from './queries/merge.ts';
import { createTelling } from './telling.ts';

type Needed = 'mail' | 'texts' | 'brandOf' | 'appUrl';

export function doublesFeature(parts: Pick<FeatureParts, Needed> & Omit<DoublesParts, 'tell'>): Feature {
  const handlers = doublesHandlers({ ...parts, tell: createTelling(parts) });
  // Everything that names one of the two is written in one transaction.
  return {
    implemented: withWork(doublesApi, ['merge'], handlers),
    erase: eraseApart,
    merge: doublesMerge,
  };
}
