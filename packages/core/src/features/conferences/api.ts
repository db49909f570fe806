import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import './errors.ts';
import {
  conference,
  conferencePlan,
  conferenceStart,
  feedbackBody,
  joinBody,
  joined,
  presenceBody,
  signalsBody,
} from './schema.ts';

const inChannel = z.object({ id: f.idText });
const one = z.object({ id: f.idText, cid: f.uuid });
const somebody = z.strictObject({ user_id: f.id });
const BLOCKED = [
  'chat_no_member',
  'chat_oneway',
  'chat_disabled',
  'channels_off',
  'chat_contact',
  'messages_too_many',
] as const;

export const getRunning = endpoint({
  method: 'GET',
  path: '/channels/{id}/conferences',
  auth: 'user',
  needs: { can: 'channels.read' },
  params: inChannel,
  answer: f.answerOf(z.object({ running: z.nullable(conference), plan: conferencePlan })),
  errors: ['not_found'],
  summary: 'The conference of a channel that runs, if one does, and what a new one would be.',
});

export const create = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences',
  auth: 'user',
  needs: { can: 'channels.confer' },
  params: inChannel,
  body: conferenceStart,
  answer: f.answerOf(conference),
  errors: ['not_found', 'duplicate', 'conference_ended', ...BLOCKED],
  audit: 'conferences:audit.create',
  summary:
    'Begins a conference in a channel and says so in its chat; for who may write there, in a channel of the school with start-conferences. The one that runs, if one does.',
});

export const get = endpoint({
  method: 'GET',
  path: '/channels/{id}/conferences/{cid}',
  auth: 'user',
  needs: { can: 'conferences.view' },
  params: one,
  answer: f.answerOf(conference),
  errors: ['not_found'],
  summary: 'One conference of a channel, with who is in it.',
});

export const join = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/join',
  auth: 'user',
  needs: { can: 'conferences.join' },
  params: one,
  body: joinBody,
  answer: f.answerOf(joined),
  errors: ['not_found', 'conference_full', 'conference_ended'],
  idempotent: false,
  summary:
    'Joins a conference and says where to connect; the address of another server’s room works once, within a minute.',
});

export const setPresence = endpoint({
  method: 'PUT',
  path: '/channels/{id}/conferences/{cid}/presence',
  auth: 'user',
  needs: { can: 'conferences.join' },
  params: one,
  body: presenceBody,
  answer: f.answerOf(conference),
  errors: ['not_found', 'conference_elsewhere', 'conference_full', 'conference_ended'],
  idempotent: false,
  summary:
    'Says every 15 seconds that the caller is in a conference, and what they send; 409 when they joined elsewhere.',
});

export const leave = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/leave',
  auth: 'user',
  needs: { can: 'conferences.view' },
  params: one,
  body: z.strictObject({ connection: f.uuid }),
  answer: f.answerOf(conference),
  errors: ['not_found'],
  summary: 'Leaves a conference with one of the own tabs; who is not in it any more may do so too.',
});

export const signal = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/signals',
  auth: 'user',
  needs: { can: 'conferences.join' },
  params: one,
  body: signalsBody,
  answer: null,
  errors: ['not_found', 'conference_elsewhere', 'conference_ended'],
  idempotent: false,
  summary: 'Tells the browser of another participant how to connect; both were let in by `join`.',
});

export const end = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/end-conference',
  auth: 'user',
  needs: { can: 'conferences.host' },
  params: one,
  answer: f.answerOf(conference),
  errors: ['not_found'],
  audit: 'conferences:audit.end',
  summary: 'Ends a conference for all; for who leads it and the administrators of the channel. Again changes nothing.',
});

export const handOver = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/host',
  auth: 'user',
  needs: { can: 'conferences.host' },
  params: one,
  body: somebody,
  answer: f.answerOf(conference),
  errors: ['not_found', 'conference_ended'],
  audit: 'conferences:audit.handOver',
  summary: 'Hands the lead of a conference over to somebody who is in it.',
});

export const admit = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/admit',
  auth: 'user',
  needs: { can: 'conferences.host' },
  params: one,
  body: somebody,
  answer: f.answerOf(conference),
  errors: ['not_found', 'conference_full', 'conference_ended'],
  audit: 'conferences:audit.admit',
  summary: 'Lets somebody in who waits, and lets somebody come back who was sent out.',
});

export const remove = endpoint({
  method: 'POST',
  path: '/channels/{id}/conferences/{cid}/remove',
  auth: 'user',
  needs: { can: 'conferences.host' },
  params: one,
  body: somebody,
  answer: f.answerOf(conference),
  errors: ['not_found', 'conference_ended'],
  audit: 'conferences:audit.remove',
  summary: 'Sends somebody out of a conference who is in it or waits; they cannot come back by themselves.',
});

export const giveFeedback = endpoint({
  method: 'PUT',
  path: '/channels/{id}/conferences/{cid}/feedback',
  auth: 'user',
  needs: { can: 'conferences.feedback' },
  params: one,
  body: feedbackBody,
  answer: f.answerOf(conference),
  errors: ['not_found'],
  summary: 'Stores what the caller says about a conference that they were in: one to five, and a comment.',
});

export const removeFeedback = endpoint({
  method: 'DELETE',
  path: '/channels/{id}/conferences/{cid}/feedback',
  auth: 'user',
  needs: { can: 'conferences.feedback' },
  params: one,
  answer: f.answerOf(conference),
  errors: ['not_found'],
  summary: 'Removes what the caller said about a conference; again changes nothing.',
});
