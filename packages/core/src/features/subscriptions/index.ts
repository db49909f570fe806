export * as subscriptionsApi from './api.ts';
export * from './schema.ts';
