export * as newsApi from './api.ts';
export * from './schema.ts';
