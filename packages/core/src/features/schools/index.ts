export * as schoolsApi from './api.ts';
export * from './schema.ts';
