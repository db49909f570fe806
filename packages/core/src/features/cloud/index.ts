export * from './abilities.ts';
export * as cloudApi from './api.ts';
export * from './editing.ts';
export * from './errors.ts';
export * from './rules.ts';
export * from './schema.ts';
