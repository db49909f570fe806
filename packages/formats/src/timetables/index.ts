export type { ForeignFile, Reading, Refusal } from '../reader.ts';
export { readTimetable, type TimetableOptions, type TimetableRefusal } from './read.ts';
