export * as usersApi from './api.ts';
export * from './schema.ts';
