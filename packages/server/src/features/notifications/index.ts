export { type NotificationsFeature, notificationsFeature } from './feature.ts';
