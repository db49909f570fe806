export * from './abilities.ts';
export * as newsApi from './api.ts';
export * as newsEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
