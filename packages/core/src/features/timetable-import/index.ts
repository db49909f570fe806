export * as timetableImportApi from './api.ts';
export * from './reasons.ts';
export * from './records.ts';
export * from './schema.ts';
