export * as personalDataApi from './api.ts';
export * from './retention.ts';
export * from './rules.ts';
export * from './schema.ts';
