export { feedsHandlers } from './handlers.ts';
export { pruneFeeds } from './queries.ts';
export type { FeedEvent, FeedPart, FeedPerson, FeedRange, FeedReader, FeedSource } from './source.ts';
