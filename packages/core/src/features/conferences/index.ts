export * from './abilities.ts';
export * as conferencesApi from './api.ts';
export * from './errors.ts';
export * as conferencesEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
