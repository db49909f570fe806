export * from './abilities.ts';
export * as newsApi from './api.ts';
export { isPicture, type NewsFile } from './attachments.ts';
export * as newsEvents from './events.ts';
export * from './moderating.ts';
export * from './reach.ts';
// By their own names: what a first visit fetches carries none of the other calls.
export { feed as newsFeed, get as getNews, listChannel as listChannelNews } from './reading-api.ts';
export * from './receivers.ts';
export * from './rules.ts';
export * from './schema.ts';
export * from './state.ts';
