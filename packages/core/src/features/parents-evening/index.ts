export * from './abilities.ts';
export * from './allocation.ts';
export * as parentsEveningApi from './api.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './wishes.ts';
