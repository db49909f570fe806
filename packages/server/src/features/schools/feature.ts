import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type SchoolsParts, schoolsHandlers } from './handlers.ts';

/** `planChanged` is called after a school released or withdrew something, so that cached public answers are dropped. */
export function schoolsFeature({
  planChanged,
  ...parts
}: Pick<FeatureParts, 'appUrl' | 'brandOf' | 'offers'> &
  Pick<SchoolsParts, 'refuseUnknown' | 'beside'> & { planChanged: (schoolId: number) => void }): Feature {
  return { implemented: schoolsHandlers({ ...parts, changed: planChanged }) };
}
