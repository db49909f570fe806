export * as scimApi from './api.ts';
export * from './errors.ts';
export * from './rules.ts';
export * from './schema.ts';
