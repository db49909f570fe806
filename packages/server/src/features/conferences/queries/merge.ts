import { joins, type Merge, moves } from '../../../kernel/data/merge.ts';

/** Conferences of two accounts that become one. */
export const conferencesMerge: Merge = {
  'conferences.user_id': moves(),
  'conferences.host_id': moves(),
  'conference_participants.user_id': joins('conference_participants.user_id', { within: ['conference_id'] }),
  'conference_feedback.user_id': joins('conference_feedback.user_id', { within: ['conference_id'] }),
};
