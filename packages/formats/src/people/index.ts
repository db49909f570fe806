export type { ForeignFile, Reading, Refusal } from '../reader.ts';
export { type PeopleOptions, readPeopleFiles } from './read.ts';
