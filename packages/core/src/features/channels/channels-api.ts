import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import {
  channel,
  channelDetail,
  channelMetrics,
  channelSettings,
  channelStart,
  channelUpdate,
  contact,
  userChannel,
} from './channel.ts';
import { CHANNEL_TARGETS, CHANNEL_TYPES } from './kinds.ts';

const one = z.object({ id: f.idText });
const search = z.optional(f.line(100));

export const listOwn = endpoint({
  method: 'GET',
  path: '/users/{id}/channels',
  auth: 'user',
  needs: { can: 'channels.view' },
  params: z.object({ id: z.union([z.literal('self'), f.idText]) }),
  query: z.object({
    page: f.pageQuery,
    search,
    archived: z.optional(f.flagText),
    with_archived: z.optional(f.flagText),
    muted: z.optional(f.flagText),
    chats: z.optional(f.flagText),
    only_unread: z.optional(f.flagText),
    type: z.optional(z.enum(CHANNEL_TYPES)),
  }),
  answer: f.answerOf(z.array(channel)),
  errors: ['not_found'],
  summary:
    'The channels of the caller, pinned first, then by the newest activity, 20 a page (with chats, 10) and one more that opens the next page. Archived ones come with archived or with_archived only; muted, only_unread and type narrow the list, chats is for conversations. Those of somebody else, by name and without conversations, are for whoever may see all channels of the school.',
});

export const list = endpoint({
  method: 'GET',
  path: '/channels',
  auth: 'user',
  needs: { permission: 'view-all-channels' },
  query: z.object({
    page: f.pageQuery,
    search,
    type: z.optional(z.enum(['global', 'custom'])),
    target: z.optional(z.enum([...CHANNEL_TARGETS, 'users'])),
    with_disabled: z.optional(f.flagText),
    'order-by': z.optional(z.enum(['name'])),
    'order-dir': z.optional(z.enum(['asc', 'desc'])),
  }),
  answer: f.answerOf(z.array(channel)),
  summary:
    'The channels of the school by name, without conversations and without what is written in them, 20 a page and one more that opens the next page; disabled ones with with_disabled.',
});

export const listSelfPostable = endpoint({
  method: 'GET',
  path: '/channels/self-postable',
  auth: 'user',
  needs: 'member',
  query: z.object({
    page: f.pageQuery,
    search,
    type: z.optional(z.enum(['global', 'custom'])),
    target: z.optional(z.enum([...CHANNEL_TARGETS, 'users'])),
    chats: z.optional(f.flagText),
    for_news: z.optional(f.flagText),
    'order-by': z.optional(z.enum(['name'])),
    'order-dir': z.optional(z.enum(['asc', 'desc'])),
  }),
  answer: f.answerOf(z.array(channel)),
  summary:
    'The channels in which the caller may write, by name, 20 a page and one more that opens the next page; with target `users` or chats conversations only, without chats none. With for_news, for those who may write news or create events also the channel of the whole school, and for those among them who manage news or people all that follow the school.',
});

export const listContacts = endpoint({
  method: 'GET',
  path: '/channels/contacts',
  auth: 'user',
  needs: 'member',
  query: z.object({ page: f.pageQuery, search, channel: z.optional(f.idText) }),
  answer: f.answerOf(z.array(contact)),
  errors: ['not_found'],
  summary:
    'The people whom the caller may write to, by name, 50 a page and one more that opens the next page; with channel, those whom they may put into it.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/{id}',
  auth: 'user',
  needs: { can: 'channels.view' },
  params: one,
  answer: f.answerOf(channelDetail),
  errors: ['not_found'],
  summary:
    'One channel, as the caller has it, with its newest news, its administrators, the ids of all members and the first of them; those are null for whom the list of members is hidden.',
});

export const getMetrics = endpoint({
  method: 'GET',
  path: '/channels/{id}/metrics',
  auth: 'user',
  needs: { can: 'channels.view' },
  params: one,
  answer: f.answerOf(channelMetrics),
  errors: ['not_found'],
  summary: 'How many files, messages and news a channel has.',
});

export const start = endpoint({
  method: 'POST',
  path: '/channels/start',
  auth: 'user',
  needs: { permission: 'create-channel' },
  body: channelStart,
  answer: f.answerOf(channel),
  errors: ['not_found'],
  audit: 'channels:audit.create',
  summary: 'Makes a channel; the caller is its administrator.',
});

export const startConversation = endpoint({
  method: 'POST',
  path: '/channels/start-conversation',
  auth: 'user',
  needs: { permission: 'create-conversation' },
  body: z.strictObject({ user_id: f.id }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  audit: 'channels:audit.conversation',
  summary: 'Begins a conversation with one person; a second time it answers the one that there is.',
});

export const joinByCode = endpoint({
  method: 'POST',
  path: '/channels/join-by-code',
  auth: 'user',
  needs: 'member',
  body: z.strictObject({ code: f.line(40) }),
  answer: f.answerOf(userChannel),
  errors: ['not_found', 'channel_barred'],
  audit: 'channels:audit.join',
  summary:
    'Joins the channel that has this code; 404 for an unknown one, 403 for who was taken out of it since it has this code, and 429 for who tries many.',
});

export const update = endpoint({
  method: 'PUT',
  path: '/channels/{id}',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: channelUpdate,
  answer: f.answerOf(channel),
  errors: ['not_found', 'conflict'],
  audit: 'channels:audit.update',
  summary:
    'Changes name, description and colour of a channel, and when one that people made ends; 409 when somebody else changed it since `updated_at`. The name of a generated channel stays.',
});

export const setLeavable = endpoint({
  method: 'PUT',
  path: '/channels/{id}/leavable',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ is_leavable: z.boolean() }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  audit: 'channels:audit.update',
  summary: 'Lets the members of a channel leave it, or not.',
});

export const setOneway = endpoint({
  method: 'PUT',
  path: '/channels/{id}/oneway',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ is_twoway: z.boolean(), twoway_expires_at: z.nullable(f.instant) }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  audit: 'channels:audit.update',
  summary: 'Lets all members write, for good or until a time to come, or the administrators of the channel only.',
});

export const setState = endpoint({
  method: 'PUT',
  path: '/channels/{id}/state',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ is_disabled: z.boolean() }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  audit: 'channels:audit.update',
  summary: 'Disables a channel, so that nobody writes in it, or enables it again.',
});

export const setMemberlist = endpoint({
  method: 'PUT',
  path: '/channels/{id}/memberlist',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ is_hidden_memberlist: z.boolean() }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  audit: 'channels:audit.update',
  summary: 'Shows the members of a channel to each other, or to its administrators only.',
});

export const renewCode = endpoint({
  method: 'PUT',
  path: '/channels/{id}/code',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  answer: f.answerOf(channel),
  errors: ['not_found', 'channel_generated'],
  audit: 'channels:audit.code',
  summary: 'Makes a new code to join a channel that people made; the former one works no longer.',
});

export const getSettings = endpoint({
  method: 'GET',
  path: '/schools/{id}/channels',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: one,
  answer: f.answerOf(channelSettings),
  errors: ['not_found'],
  summary:
    'Whether the school uses channels and reactions, whether pupils, and parents, may write to each other, and whether news can be reported.',
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/schools/{id}/channels',
  auth: 'user',
  needs: { permission: 'edit-school' },
  params: one,
  body: z.strictObject({
    ...channelSettings.shape,
    /** Fields that are left out stay as they were. */
    reactions: z.optional(z.boolean()),
    basic_admin_content_moderation: z.optional(z.boolean()),
  }),
  answer: f.answerOf(channelSettings),
  errors: ['not_found'],
  audit: 'channels:audit.settings',
  summary:
    'Switches channels, and reactions, on or off, lets pupils, and parents, write to each other or not, and news be reported or not.',
});
