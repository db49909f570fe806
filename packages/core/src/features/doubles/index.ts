export * as doublesApi from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
