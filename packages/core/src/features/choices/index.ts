export * from './abilities.ts';
export * from './allocation.ts';
export * as choicesApi from './api.ts';
export * from './moves.ts';
export * from './rules.ts';
export * from './schema.ts';
