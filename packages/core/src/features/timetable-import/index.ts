export * as timetableImportApi from './api.ts';
export * from './schema.ts';
