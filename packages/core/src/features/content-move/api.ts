import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import {
  contentMove,
  moveAvailability,
  moveChannel,
  movedContent,
  movePreview,
  moveSituation,
  relatedChannels,
} from './schema.ts';

const params = z.object({ id: f.idText });
const needs = { can: 'channels.move-channel-content' } as const;

export const available = endpoint({
  method: 'GET',
  path: '/channels/content-move/available',
  auth: 'user',
  needs: 'member',
  answer: f.answerOf(moveAvailability),
  summary: 'Which content of channels can be moved into the new school year.',
});

export const preview = endpoint({
  method: 'GET',
  path: '/channels/content-move/preview',
  auth: 'user',
  needs,
  query: z.object({
    old_channel_id: f.idText,
    new_channel_id: f.idText,
    /** What is wanted; left out: it is. */
    chat: z.optional(f.flagText),
    cloud: z.optional(f.flagText),
  }),
  answer: f.answerOf(movePreview),
  errors: ['not_found'],
  summary:
    'What moving the content of one channel to another would do: how much it is, whether there is room for it, who would see more than before and who would lose sight of it; nothing is moved.',
});

export const move = endpoint({
  method: 'POST',
  path: '/channels/content-move/move',
  auth: 'user',
  needs,
  body: z.strictObject({
    old_channel_id: f.id,
    new_channel_id: f.id,
    chat: z.boolean(),
    cloud: z.boolean(),
    /** People of the new channel see what moves also where they could not before; left out: they do not. */
    is_shown_to_newcomers: z.optional(z.boolean()),
  }),
  answer: f.answerOf(movedContent),
  errors: ['not_found', 'content_moving'],
  audit: 'content-move:audit.move',
  summary:
    'Moves the chat, the files or both of a channel of an old school year into one of the current one, by a job that goes on after an interruption. Who could not see something before does not see it afterwards, unless the caller says so; where that cannot be kept, it is refused.',
});

export const undo = endpoint({
  method: 'PUT',
  path: '/channels/content-move/{moveId}/undo',
  auth: 'user',
  needs,
  params: z.object({ moveId: f.idText }),
  answer: f.answerOf(contentMove),
  errors: ['not_found', 'content_moving', 'content_move_over'],
  audit: 'content-move:audit.undo',
  summary: 'Moves everything back within 30 days, with what has become of it since; the newest move first.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/{id}/content-move',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(moveSituation),
  errors: ['not_found'],
  summary: 'Where the content of a channel can go, and how its newest move stands.',
});

export const listRelated = endpoint({
  method: 'GET',
  path: '/channels/{id}/content-move/related-channels',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(relatedChannels),
  errors: ['not_found'],
  summary:
    'The channels that content can come from, or go to, those with the most people in common first: `self` where the caller is or was, `others` for who manages channels.',
});

export const listSingle = endpoint({
  method: 'GET',
  path: '/channels/{id}/content-move/related-channels/single',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(relatedChannels),
  errors: ['not_found'],
  summary: 'Of these channels the one with the most people in common; none where nobody is in both.',
});

export const startEmpty = endpoint({
  method: 'PUT',
  path: '/channels/{id}/content-move/start-empty',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(moveChannel),
  errors: ['not_found', 'content_moving'],
  audit: 'content-move:audit.startEmpty',
  summary: 'Decides that a channel of the current school year starts empty: nothing is offered to be moved into it.',
});

export const archive = endpoint({
  method: 'PUT',
  path: '/channels/{id}/content-move/archive',
  auth: 'user',
  needs,
  params,
  answer: f.answerOf(moveChannel),
  errors: ['not_found', 'content_moving'],
  audit: 'content-move:audit.archive',
  summary: 'Archives a channel of an old school year for all of its members; its content stays there.',
});
