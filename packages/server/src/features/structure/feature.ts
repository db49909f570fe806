import type { Feature } from '../../kernel/feature.ts';
import { structureHandlers } from './handlers.ts';
import { structureMerge } from './queries/merge.ts';
import { erasePlaces } from './queries/people.ts';
import { placeData } from './queries/personal-data.ts';

/** `planChanged` is called after the school years changed. */
export function structureFeature({ planChanged }: { planChanged: (schoolId: number) => void }): Feature {
  return {
    implemented: structureHandlers({ changed: planChanged }),
    erase: erasePlaces,
    merge: structureMerge,
    personalData: placeData,
  };
}
