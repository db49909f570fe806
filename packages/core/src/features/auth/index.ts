export * as authApi from './api.ts';
export * from './schema.ts';
