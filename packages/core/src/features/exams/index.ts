export * from './abilities.ts';
export * as examsApi from './api.ts';
export * as examEvents from './events.ts';
export * from './limits.ts';
export * from './rules.ts';
export * from './schema.ts';
