export { schoolsFeature } from './feature.ts';
export { schoolPermissionsOf, toSchool } from './handlers.ts';
export {
  activateYear,
  findApplyingSchool,
  findSchoolBySlink,
  getSchool,
  lockDemoSchools,
  lockSchool,
  purposeOf,
  type SchoolRow,
  schoolsPart,
  setDeletionRules,
  setSchoolProperties,
  setTimetableSource,
} from './queries.ts';
export { dutyOf } from './second-step.ts';
