export type { MentionTeller } from './chat/mentioning.ts';
export type { MessageReporter } from './chat/reporting.ts';
export { refuseContent, sendCarrying, sendMessage } from './chat/sending.ts';
export type { ShareKeeper } from './chat/share.ts';
export type { SurveyCarrier, SurveysOf } from './chat/surveys.ts';
export { contactsOf } from './contacts-of.ts';
export { channelsFeature } from './feature.ts';
export { readerOf } from './listed.ts';
export { titlerOf } from './naming.ts';
export { channelCanOf, listHidden, type MembersReader, openChannel, postableOf } from './opened.ts';
export { type ChannelRow, findChannel, listChannelsOf } from './queries/channel-of.ts';
export {
  type ChatFileRow,
  countChatBytes,
  isChatReader,
  listChatFiles,
  listChatFilesBy,
  measureChatFiles,
  type SeenChat,
} from './queries/chat-files.ts';
export { holdChannel } from './queries/chat-write.ts';
export {
  archiveForAll,
  type ChatSpan,
  countLeaving,
  decideContent,
  findUnitChannel,
  listPlaces,
  listPupilChannels,
  listUnitChannels,
  lockChannels,
  measureChat,
  type PlacedMember,
  type UnitChannelRow,
} from './queries/content.ts';
export {
  finishChatMove,
  finishChatReturn,
  type MovedSpan,
  moveMessages,
  type NewPlace,
  type OldPlace,
  openChatMove,
  openChatReturn,
} from './queries/content-chat.ts';
export { countMessages } from './queries/counts.ts';
export type { Reader } from './queries/list.ts';
export { channelMembersOf, listMemberIds } from './queries/members.ts';
export { channelsPart, gradesOfChannels, membersPart, writesAnywhere } from './queries/parts.ts';
export { listReaders, type ToldReader } from './queries/told-readers.ts';
export { countUnreadMessages } from './queries/unread.ts';
export {
  forgetSurveyNames,
  listTold,
  renameTold,
  type WithdrawTold,
  withdrawNotifications,
} from './queries/withdrawn.ts';
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
