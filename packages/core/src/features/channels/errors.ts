import { declareErrors } from '../../kernel/errors.ts';

/** Why nothing can be written, changed or answered in a chat. */
export const chatErrors = declareErrors({
  /** Not in the channel, or not any more. */
  chat_no_member: 403,
  /** In a one-way channel only its administrators write (C-4.09). */
  chat_oneway: 403,
  chat_disabled: 403,
  /** The school uses no channels (P-3.25). */
  channels_off: 403,
  /** Was taken out of the channel, and its code is still that of then. */
  channel_barred: 403,
  /** The school does not let these two write to each other any more (C-6.07). */
  chat_contact: 403,
  /** The time in which a message can be changed or taken back is over. */
  message_too_old: 403,
  /** The school has switched reactions off. */
  reactions_off: 403,
  messages_too_many: 429,
  knock_too_soon: 429,
  /** A survey takes no answer any more. */
  survey_over: 409,
  /** Who is in the channel follows from the data of the school. */
  channel_generated: 409,
  /** Nobody would be left who looks after the channel. */
  last_channel_admin: 409,
  /** The message was taken back. */
  message_gone: 409,
  /** Somebody has decided about it already. */
  already_answered: 409,
});

type Codes = typeof chatErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}
