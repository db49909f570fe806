export * as timetableImportApi from './api.ts';
export * from './codes-schema.ts';
export * from './limits.ts';
export * from './plan-year.ts';
export * from './reasons.ts';
export * from './records.ts';
export * from './schema.ts';
export * from './webuntis-address.ts';
export * from './webuntis-schema.ts';
