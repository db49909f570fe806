/** The invented demo schools as data; the SQL to store them belongs to whoever seeds a database. */
export * from './calendar.ts';
export { DEMO_ABSENCES, DEMO_NOTICES, DEMO_TOPICS } from './classbook.ts';
export { DEMO_CONTACT_PERSONS } from './contact-persons.ts';
export { type DemoEvent, demoEvents } from './events.ts';
export { type DemoExam, demoExams } from './exams.ts';
export { type DemoFile, demoFiles } from './files.ts';
export { DEMO_LINKS } from './links.ts';
export { type DemoNews, demoNews } from './news.ts';
export type { Parent, Pupil, TeacherUser } from './people.ts';
export { demoPictures, PICTURE_SIZE, type PictureName } from './pictures.ts';
export {
  type Admin,
  DEMO_GRADE,
  type DemoSchool,
  demo2School,
  demoSchool,
  SIBLING_GRADE,
  trialSchool,
} from './school.ts';
export { demoSubstitutions } from './substitutions.ts';
export { type DemoSurvey, demoSurveys } from './surveys.ts';
export { type DemoMessage, demoTalk } from './talk.ts';
