export { writeCalendar } from './calendar-text.ts';
export { subscriptionsFeature } from './feature.ts';
export type {
  SubscriptionEvent,
  SubscriptionPart,
  SubscriptionPerson,
  SubscriptionRange,
  SubscriptionReader,
  SubscriptionSource,
} from './source.ts';
