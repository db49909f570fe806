export * as authenticatorApi from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './service.ts';
