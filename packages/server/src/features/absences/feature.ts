import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import { absencesHandlers } from './handlers.ts';
import { createAlarmTask, createRollChanged, type RollChanged } from './missing.ts';
import { absencesMerge } from './queries/merge.ts';
import { absenceData, eraseAbsences } from './queries/personal-data.ts';
import type { WritingParts } from './writing.ts';

export interface AbsencesFeature extends Feature {
  /** What a changed roll means for absences. */
  readonly rollChanged: RollChanged;
}

/** Absences and sick notes of a school (T-1.05). */
export function absencesFeature(parts: Pick<FeatureParts, 'database' | 'clock'> & WritingParts): AbsencesFeature {
  const alarm = createAlarmTask(parts, parts.tellOfAbsences);
  return {
    implemented: absencesHandlers(parts),
    tasks: [alarm],
    erase: eraseAbsences,
    merge: absencesMerge,
    personalData: absenceData,
    rollChanged: createRollChanged(alarm, parts.tellOfAbsences),
  };
}
