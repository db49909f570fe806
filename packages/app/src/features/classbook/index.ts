export { useCurrentBook } from './book.ts';
export { HomeworkDue } from './HomeworkDue.tsx';
export { homeworkDueQuery } from './homework-due.ts';
