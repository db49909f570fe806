export * from './abilities.ts';
export * as structureApi from './api.ts';
export * from './enrolments.ts';
export * from './levels.ts';
export * from './rules.ts';
export * from './schema.ts';
