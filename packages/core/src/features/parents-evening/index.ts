export * from './abilities.ts';
export * as parentsEveningApi from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
