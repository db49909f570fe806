export * as notificationsApi from './api.ts';
export * from './digest.ts';
export * from './errors.ts';
export * as notificationEvents from './events.ts';
export * from './push.ts';
export * from './quiet.ts';
export * from './registration.ts';
export * from './schema.ts';
export * from './state.ts';
// By their own names, so that a first visit fetches none of the other calls.
export { getActivitySummary, markSeen, markUnseen } from './summary-api.ts';
