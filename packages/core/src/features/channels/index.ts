export * as channelsApi from './api.ts';
export * from './schema.ts';
