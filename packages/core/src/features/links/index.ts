export * from './abilities.ts';
export * as linksApi from './api.ts';
export * as linkEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
