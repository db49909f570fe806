import type { Feature, FeatureParts } from '../../kernel/feature.ts';
import type { PlanStore } from '../timetable/index.ts';
import { createMakeTask, pruneExports } from './exporting.ts';
import { classbookHandlers } from './handlers.ts';
import type { Hearers } from './marking.ts';
import { classbookMerge } from './queries/merge.ts';
import { classbookData, eraseFromBooks } from './queries/personal-data.ts';

type Needed = 'database' | 'store' | 'texts';

/** The class book of a school: who teaches keeps it, lesson by lesson (T-1.04). */
export function classbookFeature(parts: Pick<FeatureParts, Needed> & { plans: PlanStore } & Hearers): Feature {
  const make = createMakeTask(parts);
  return {
    implemented: classbookHandlers({ ...parts, make }),
    tasks: [make],
    prune: { classbook_exports: (now) => pruneExports(parts, now) },
    erase: eraseFromBooks,
    merge: classbookMerge,
    personalData: classbookData,
  };
}
