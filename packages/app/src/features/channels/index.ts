export { applyToChannels, refreshChannels } from './apply-channels.ts';
export { ChannelFacts } from './ChannelFacts.tsx';
export { ChannelsBeside } from './ChannelsBeside.tsx';
export { channelQuery, channelsQuery, membersQuery, postableQuery, startConversation } from './channels-queries.ts';
export { chosenChat } from './chosen-chat.ts';
export { LiveChannels } from './LiveChannels.tsx';
export { lastDayOf } from './last-day.ts';
export { MemberList } from './MemberList.tsx';
export { PeoplePicker } from './PeoplePicker.tsx';
