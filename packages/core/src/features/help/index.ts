export * from './abilities.ts';
export * as helpApi from './api.ts';
export * as helpEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
