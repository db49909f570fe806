export { audienceOf } from './access.ts';
export { busyHours } from './busy.ts';
export { computePlan, toSubstitutionLesson, wordsOf } from './compute.ts';
export { type TimetableFeature, timetableFeature } from './feature.ts';
export { takingPlace } from './free-rooms.ts';
export { toPublicAudience } from './handlers.ts';
export { findHeld, type HeldLesson, heldBy, taughtIn } from './held.ts';
export { loadSnapshot } from './load.ts';
export { datesOf, toFreeDays } from './occurrences.ts';
export { namesTeacher } from './person-words.ts';
export { toPseudonymKey } from './pseudonyms.ts';
export {
  createLessonIdentities,
  createVersion,
  findKeptVersions,
  insertLessonIdentities,
  LESSON_COLUMNS,
  listChangedLessons,
  listLessons,
  pruneVersions,
  takeLessonIds,
  versionsPart,
} from './queries/lessons.ts';
export {
  createSubstitutions,
  endSubstitutions,
  listSubstitutions,
  listSubstitutionsById,
  listUploadSubstitutions,
  moveSubstitutions,
  type PlanUpload,
  restoreSubstitutions,
  undoSubstitutions,
} from './queries/substitutions.ts';
export { listSupervisions, replaceSupervisions } from './queries/supervisions.ts';
export { findTask, moveTasks } from './queries/tasks.ts';
export { listTaughtInPlan } from './queries/taught.ts';
export { countPlanUses, type LessonUnits, refersTo } from './queries/uses.ts';
export { dayWithin, type Reach, reachOf } from './reach.ts';
export { readPlan } from './read.ts';
export { publicRange, schoolDaysAfter } from './school-days.ts';
export { type Audience, isVisible, type PublicAudience } from './select.ts';
export type { PlanLesson, PlanSnapshot, PlanSubstitution } from './snapshot.ts';
export { createPlanStore, PLAN_CHANNEL, type PlanStore } from './store.ts';
export type { LessonPattern, StoredLesson, StoredSubstitution, StoredSupervision } from './stored.ts';
export { selectSupervisions } from './supervisions.ts';
export { teachesGrade } from './teaches.ts';
