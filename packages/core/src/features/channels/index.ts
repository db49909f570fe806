export * from './abilities.ts';
export * as channelsApi from './api.ts';
export * as channelEvents from './events.ts';
export * from './schema.ts';
