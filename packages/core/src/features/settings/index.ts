export * as settingsApi from './api.ts';
export * from './deletion.ts';
export * as deletionApi from './deletion-api.ts';
export * as settingsEvents from './events.ts';
export * as profileApi from './profile-api.ts';
export * from './schema.ts';
