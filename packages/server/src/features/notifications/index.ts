export { type NotificationsFeature, notificationsFeature } from './feature.ts';
export { listPaused } from './queries/settings.ts';
