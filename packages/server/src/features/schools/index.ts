export { schoolsFeature } from './feature.ts';
export { toSchool } from './handlers.ts';
export { findSchoolBySlink, findSchoolByUuid, getSchool, type SchoolRow, schoolsPart } from './queries.ts';
