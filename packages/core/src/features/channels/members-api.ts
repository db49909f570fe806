import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { channel, channelMember, channelUsers } from './channel.ts';

const one = z.object({ id: f.idText });

export const mute = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/channels/{id}/mute',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: one,
  body: z.strictObject({ is_muted: z.boolean() }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  summary: 'Mutes a channel for the caller, or no longer.',
});

export const pin = endpoint({
  forLeavers: true,
  method: 'PUT',
  path: '/channels/{id}/pin',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: one,
  body: z.strictObject({ is_pinned: z.boolean() }),
  answer: f.answerOf(channel),
  errors: ['not_found'],
  summary: 'Puts a channel at the top of the caller’s list, or back among the others.',
});

export const archive = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/channels/{id}/archive',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: one,
  answer: f.answerOf(channel),
  errors: ['not_found'],
  summary: 'Archives a channel for the caller only: it leaves their list.',
});

export const unarchive = endpoint({
  forLeavers: true,
  method: 'POST',
  path: '/channels/{id}/unarchive',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: one,
  answer: f.answerOf(channel),
  errors: ['not_found'],
  summary: 'Puts an archived channel back into the caller’s list.',
});

export const leave = endpoint({
  method: 'POST',
  path: '/channels/{id}/leave',
  auth: 'user',
  needs: { can: 'channels.leave' },
  params: one,
  answer: null,
  errors: ['not_found', 'last_channel_admin'],
  audit: 'channels:audit.leave',
  summary: 'Leaves a channel; its last administrator cannot while others are in it.',
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/channels/{id}/users',
  auth: 'user',
  needs: { can: 'channels.view' },
  params: one,
  query: z.object({ page: f.pageQuery, search: z.optional(f.line(100)) }),
  answer: f.answerOf(z.array(channelMember)),
  errors: ['not_found'],
  summary:
    'The members of a channel, administrators first, then by name, 50 a page and one more that opens the next page. A hidden list is for those who may change the channel.',
});

export const checkUsers = endpoint({
  method: 'OPTIONS',
  path: '/channels/{id}/users',
  auth: 'user',
  needs: { can: 'channels.view' },
  params: one,
  answer: null,
  errors: ['not_found'],
  summary:
    'Whether the list of members is still the one that has the ETag in If-None-Match: the header need-change says 1 when it has to be fetched again, 0 when not; ETag names the list as it is now.',
});

export const addUsers = endpoint({
  method: 'POST',
  path: '/channels/{id}/users/add',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ users: channelUsers }),
  answer: f.answerOf(channel),
  errors: ['not_found', 'channel_generated'],
  audit: 'channels:audit.add',
  summary: 'Adds people to a channel that people made: those whom the caller may write to.',
});

export const removeUsers = endpoint({
  method: 'POST',
  path: '/channels/{id}/users/remove',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ users: channelUsers }),
  answer: f.answerOf(channel),
  errors: ['not_found', 'channel_generated', 'last_channel_admin'],
  audit: 'channels:audit.remove',
  summary: 'Takes people out of a channel that people made; an administrator has to remain.',
});

export const toggleAdmin = endpoint({
  method: 'POST',
  path: '/channels/{id}/users/toggle-admin',
  auth: 'user',
  needs: { can: 'channels.update' },
  params: one,
  body: z.strictObject({ user: f.id, is_admin: z.boolean() }),
  answer: f.answerOf(channel),
  errors: ['not_found', 'channel_generated', 'last_channel_admin'],
  audit: 'channels:audit.admin',
  summary: 'Makes a member of a channel that people made its administrator, or no longer; one has to remain.',
});
