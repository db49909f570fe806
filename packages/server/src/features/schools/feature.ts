import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { schoolsHandlers } from './handlers.ts';

/** `planChanged` is called after a school released or withdrew something, so that cached public answers are dropped. */
export function schoolsFeature({
  appUrl,
  planChanged,
}: Pick<FeatureParts, 'appUrl'> & { planChanged: (schoolId: number) => void }): Feature {
  return { implemented: schoolsHandlers({ appUrl, changed: planChanged }) };
}
