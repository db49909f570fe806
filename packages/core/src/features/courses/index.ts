export * from './abilities.ts';
export * as coursesApi from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './steps.ts';
