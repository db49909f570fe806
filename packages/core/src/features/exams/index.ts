export * from './abilities.ts';
export * as examsApi from './api.ts';
export * from './limits.ts';
export * from './rules.ts';
export * from './schema.ts';
