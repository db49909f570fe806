export * as usageApi from './api.ts';
export * from './schema.ts';
