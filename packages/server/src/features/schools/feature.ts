import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { type SchoolsParts, schoolsHandlers } from './handlers.ts';

/** `planChanged` is called after a school released or withdrew something, so that cached public answers are dropped. */
export function schoolsFeature({
  appUrl,
  planChanged,
  refuseUnknown,
}: Pick<FeatureParts, 'appUrl'> &
  Pick<SchoolsParts, 'refuseUnknown'> & { planChanged: (schoolId: number) => void }): Feature {
  return { implemented: schoolsHandlers({ appUrl, changed: planChanged, refuseUnknown }) };
}
