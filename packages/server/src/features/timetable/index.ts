export { audienceOf } from './access.ts';
export { toSubstitutionLesson, wordsOf } from './compute.ts';
export { type TimetableFeature, timetableFeature } from './feature.ts';
export { datesOf, toFreeDays } from './occurrences.ts';
export {
  createLessonIdentities,
  createVersion,
  listLessons,
  pruneVersions,
  versionsPart,
} from './queries/lessons.ts';
export {
  createSubstitutions,
  endSubstitutions,
  listSubstitutions,
  type PlanUpload,
  undoSubstitutions,
} from './queries/substitutions.ts';
export { readPlan } from './read.ts';
export { type Audience, isVisible } from './select.ts';
export type { PlanSnapshot, PlanSubstitution } from './snapshot.ts';
export { createPlanStore, type PlanStore } from './store.ts';
export type { StoredLesson, StoredSubstitution } from './stored.ts';
