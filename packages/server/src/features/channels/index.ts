export { writeMessage } from './chat/sending.ts';
export { channelsFeature } from './feature.ts';
export { channelCanOf, openChannel } from './opened.ts';
export { type ChannelRow, findChannel } from './queries/channel-of.ts';
export { listMemberIds } from './queries/members.ts';
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
