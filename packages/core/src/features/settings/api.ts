export * from './deletion-api.ts';
export * from './profile-api.ts';
