export { type PeopleFile, readTables, UnreadablePeopleFile } from './read-tables.ts';
