export { channelsFeature } from './feature.ts';
export { isChatReader } from './queries/chat-files.ts';
export { listTalkingGrades } from './queries/generated.ts';
export { countUnreadMessages } from './queries/unread.ts';
export {
  countNotifications,
  countUnreadAfter,
  getPersonalChannel,
  listReadNotifications,
  markNotification,
  type NotificationReceiver,
  type NotificationText,
  removeUnusedChannels,
  type UnreadCount,
  writeNotifications,
} from './queries.ts';
export { toNotification } from './shown.ts';
