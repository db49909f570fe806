export { type CalendarOptions, type CalendarRefusal, readCalendarFiles } from './read.ts';
