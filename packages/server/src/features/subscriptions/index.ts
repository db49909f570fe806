export { subscriptionsHandlers } from './handlers.ts';
export { pruneSubscriptions } from './queries.ts';
export type {
  SubscriptionEvent,
  SubscriptionPart,
  SubscriptionPerson,
  SubscriptionRange,
  SubscriptionReader,
  SubscriptionSource,
} from './source.ts';
