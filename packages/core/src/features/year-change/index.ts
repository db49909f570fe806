export * from './abilities.ts';
export * as yearChangeApi from './api.ts';
export * from './grades.ts';
export * from './plan.ts';
export * from './schema.ts';
