export { schoolsFeature } from './feature.ts';
export { offersOf, schoolPermissionsOf, toSchool } from './handlers.ts';
export {
  activateYear,
  findApplyingSchool,
  findSchoolBySlink,
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
export { dutyOf } from './second-step.ts';
