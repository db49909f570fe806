export { refuseContent, sendMessage } from './chat/sending.ts';
export type { SurveysOf } from './chat/surveys.ts';
export { channelsFeature } from './feature.ts';
export { openChannel } from './opened.ts';
export { findChannel } from './queries/channel-of.ts';
export { isChatReader } from './queries/chat-files.ts';
export { listTalkingGrades } from './queries/generated.ts';
export { listMemberIds, membersPart } from './queries/members.ts';
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
