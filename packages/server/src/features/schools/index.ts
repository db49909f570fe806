export { toSchool } from './face.ts';
export { schoolsFeature } from './feature.ts';
export { offersOf, schoolPermissionsOf } from './handlers.ts';
export {
  deleteSchool,
  findEnding,
  hasBilling,
  letGo,
  listEnding,
  setEnd,
  setEndTold,
  setFeatures,
  setState,
} from './queries/record.ts';
export { findTalkedTo, listTalkedTo, namesOfSchools, type TalkedTo } from './queries/talked-to.ts';
export { closeTrial, findTrialEnd, listTrialsOf } from './queries/trials.ts';
export {
  activateYear,
  findApplyingSchool,
  findSchoolBySlink,
  findSchoolForOperator,
  getSchool,
  isSwitchedOff,
  isSwitchedOn,
  lockDemoSchools,
  lockSchool,
  purposeOf,
  type SchoolFace,
  type SchoolRow,
  schoolOfSlink,
  schoolsPart,
  setDeletionRules,
  setSchoolProperties,
  setTimetableSource,
} from './queries.ts';
export { billingOf } from './record.ts';
export { dutyOf } from './second-step.ts';
