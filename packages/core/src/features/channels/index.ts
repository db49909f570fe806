export * from './abilities.ts';
export * as channelsApi from './api.ts';
export * from './channel.ts';
export * as channelEvents from './events.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
