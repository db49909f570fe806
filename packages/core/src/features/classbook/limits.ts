import { SHORT_BREAK_MINUTES } from '../timetable/index.ts';

/** Rows of a page of the class book where the query names no other number (T-9.16). */
export const CLASSBOOK_PAGE = 10;
/** Most rows of a page that a query may ask for. */
export const CLASSBOOK_PAGE_MAXIMUM = 100;
/** What homework can be ordered by: the day on which it is due, the latest or the earliest first. */
export const HOMEWORK_ORDERS = ['-due', 'due'] as const;
export type HomeworkOrder = (typeof HOMEWORK_ORDERS)[number];
/** How long a client waits for an answer of the class book, ms (T-7.61, T-7.64). */
export const CLASSBOOK_TIMEOUT = 30_000;
/** Minutes before its beginning from which the roll of a lesson can be called. */
export const ROLL_MINUTES_BEFORE = 10;
/** So long after a lesson a new notice is still about now, and not about its beginning (T-9.34). */
export const NOTICE_BREAK_MINUTES = SHORT_BREAK_MINUTES;
/** Most days of an export, a school year with both of its holidays. */
export const EXPORT_MAXIMUM_DAYS = 400;
/** Most days that are checked for contradictions at once, and how many where nothing is said. */
export const CHECK_MAXIMUM_DAYS = 31;
export const CHECK_DAYS = 7;
/** How long an export can be downloaded, days. */
export const EXPORT_DAYS = 14;
/** Lengths of texts, characters. */
export const TOPIC_MAXIMUM = 1000;
export const HOMEWORK_MAXIMUM = 2000;
export const NOTICE_MAXIMUM = 4000;
/** Most people of one notice. */
export const NOTICE_USERS_MAXIMUM = 200;
export const NOTICE_GRADES_MAXIMUM = 50;
/** Most marks that are saved at once: more pupils are in no lesson. */
export const ROLL_MARKS_MAXIMUM = 100;
