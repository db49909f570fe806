import { CHANNELS_PAGE, type ChannelType, channelsApi, chatApi, MEMBERS_PAGE } from '@kreide/core/features/channels';
import { infiniteQueryOf, mutationOf, queryOf } from '../../kernel/data.ts';
import { KEPT } from '../../kernel/kept-answers.ts';

const SELF = { id: 'self' } as const;

/** What narrows the own list, as it stands in the address. */
export const FILTERS = ['only_unread', 'muted', 'archived'] as const;
export type ChannelFilter = (typeof FILTERS)[number];

/** The pages of the own channels; without a search or a filter they are also there at a start without a network (D-6.07). */
export const channelsQuery = ({ search, filter }: { search?: string; filter?: ChannelFilter | undefined } = {}) =>
  infiniteQueryOf(
    channelsApi.listOwn,
    { params: SELF, query: { ...(search && { search }), ...(filter && { [filter]: '1' }) } },
    CHANNELS_PAGE,
    search || filter ? {} : { meta: KEPT },
  );

/** The channels of one type that the user, or somebody else, is in. */
export const channelsOfTypeQuery = (id: string, type: ChannelType | undefined, search: string) =>
  infiniteQueryOf(
    channelsApi.listOwn,
    { params: { id }, query: { with_archived: '1', ...(type && { type }), ...(search && { search }) } },
    CHANNELS_PAGE,
  );

/** Groups only, without conversations. */
export const groupsQuery = infiniteQueryOf(
  channelsApi.listOwn,
  { params: SELF, query: { chats: '0', with_archived: '1' } },
  CHANNELS_PAGE,
);

/** All channels of the school, for those who look after it; disabled ones too. */
export const managedQuery = (search = '') =>
  infiniteQueryOf(
    channelsApi.list,
    { query: { with_disabled: '1', 'order-by': 'name', ...(search && { search }) } },
    CHANNELS_PAGE,
  );

/** The pages of the channels in which the user may publish news; the first are also there at a start without a network. */
export const postableQuery = (search: string) =>
  infiniteQueryOf(
    channelsApi.listSelfPostable,
    { query: { chats: '0', for_news: '1', ...(search && { search }) } },
    CHANNELS_PAGE,
    search === '' ? { meta: KEPT } : {},
  );

/** One channel as the user has it. */
export const channelQuery = (id: string) => queryOf(channelsApi.get, { params: { id } }, { meta: KEPT });

/** The pages of a channel's members. */
export const membersQuery = (id: string, search = '') =>
  infiniteQueryOf(channelsApi.listUsers, { params: { id }, query: search ? { search } : {} }, MEMBERS_PAGE);

/** The pages of the people whom the user may write to, or put into a channel. */
export const contactsQuery = (search = '', channel?: string) =>
  infiniteQueryOf(
    channelsApi.listContacts,
    { query: { ...(search && { search }), ...(channel && { channel }) } },
    MEMBERS_PAGE,
  );

const touches = [channelsApi.listOwn, channelsApi.get];
const ofMembers = [...touches, channelsApi.listUsers];
export const pinChannel = mutationOf(channelsApi.pin, { touches });
export const muteChannel = mutationOf(channelsApi.mute, { touches });
export const markUnread = mutationOf(chatApi.setUnread, { touches });
export const markRead = mutationOf(chatApi.read, { touches });
export const archiveChannel = mutationOf(channelsApi.archive, { touches });
export const unarchiveChannel = mutationOf(channelsApi.unarchive, { touches });
export const leaveChannel = mutationOf(channelsApi.leave, { touches: [channelsApi.listOwn] });
export const startChannel = mutationOf(channelsApi.start, { touches });
export const startConversation = mutationOf(channelsApi.startConversation, { touches });
export const joinChannel = mutationOf(channelsApi.joinByCode, { touches });
export const updateChannel = mutationOf(channelsApi.update, { touches, messages: false });
export const setLeavable = mutationOf(channelsApi.setLeavable, { touches });
export const setOneway = mutationOf(channelsApi.setOneway, { touches });
export const setState = mutationOf(channelsApi.setState, { touches });
export const setMemberlist = mutationOf(channelsApi.setMemberlist, { touches });
export const renewCode = mutationOf(channelsApi.renewCode, { touches });
export const addUsers = mutationOf(channelsApi.addUsers, { touches: ofMembers });
export const removeUsers = mutationOf(channelsApi.removeUsers, { touches: ofMembers });
export const toggleAdmin = mutationOf(channelsApi.toggleAdmin, { touches: ofMembers });
