export { schoolsHandlers, toSchool } from './handlers.ts';
export { findSchoolBySlink, findSchoolByUuid, getSchool, type SchoolRow, schoolsPart } from './queries.ts';
