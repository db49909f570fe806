export * as feedsApi from './api.ts';
export * from './schema.ts';
