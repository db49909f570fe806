export { readCalendarUpload, type UnreadCalendar } from './calendar-files/read-in-worker.ts';
export { structureFeature } from './feature.ts';
export {
  type BasedataTable,
  countUses,
  endBasedata,
  insertBasedata,
  listBasedata,
  type StoredUnit,
  updateBasedata,
} from './queries/basedata.ts';
export {
  endHolidays,
  findTime,
  holidaysPart,
  insertHolidays,
  isOwnFreeDay,
  listHolidays,
  listTimeIds,
  listTimes,
  readYearSet,
  replaceYearSet,
  restoreYearSet,
  type YearSet,
} from './queries/calendar.ts';
export { isInUnit, listHeadsOf, listTaught, membersOf, membersOn, pupilsIn, takesPart } from './queries/classes.ts';
export { listDuties, type TeacherDuty, teachersOfAccount } from './queries/duties.ts';
export {
  coursesNamed,
  deselectCourses,
  findCourse,
  findDecided,
  findEnrolment,
  listAvailableCourses,
  listEnrollable,
  listEnrolmentsOf,
  listParticipants,
  listTaken,
  listTakers,
  resetEnrolments,
  selectCourses,
} from './queries/enrolments.ts';
export { listMemberships, type Membership, restoreMemberships, setGrades } from './queries/memberships.ts';
export {
  claimTeacher,
  enrolmentSpan,
  gradeOn,
  hasGrades,
  hasHadGrade,
  isInGrade,
  isStaffOfGrade,
  type LessonSides,
  listCoursesOf,
  listDroppedOf,
  listFreeTeachers,
  listGradesOf,
  listPeopleOf,
  setGrade,
  teacherAccounts,
} from './queries/people.ts';
export {
  createUnits,
  endUnits,
  forgetExternalKeys,
  listExternalKeys,
  listKept,
  listUsedGrades,
  removeUnusedGrades,
  saveExternalKeys,
  takeUnitIds,
  UNIT_COLUMNS,
  UNIT_KINDS,
  type UnitKind,
  updateUnits,
} from './queries/plan-data.ts';
export { teaching, teachingRecords } from './queries/teaching.ts';
export {
  bookablesOf,
  byPlace,
  coursesOf,
  enrolledCoursesOf,
  findUnit,
  gradesOf,
  gradesOfCourses,
  hasGrade,
  hasUnits,
  isPublicRoom,
  listInUse,
  listUnits,
  searchUnits,
  subjectsOf,
  teachersOf,
} from './queries/units.ts';
export {
  daysSincePlan,
  getYear,
  inForcePart,
  listYears,
  lockYear,
  markYearsChanged,
  putInForce,
  type YearHead,
  yearsPart,
} from './queries/years.ts';
