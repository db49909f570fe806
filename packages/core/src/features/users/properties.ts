import * as z from 'zod/mini';

/** On the wire a switch is one of the texts 0 and 1 (P-3.08). */
const flag = z.optional(z.enum(['0', '1']));

/** What a user has put away or switched off: one of these is left out as long as it is as in the beginning (P-3.09). */
export const userProperties = z.strictObject({
  'users.hints.notifications.hidden': flag,
  /** Opted out of the signs of life of a session (P-6.20). */
  'users.keep_alive.off': flag,
  'users.hints.timetable-import.hidden': flag,
  /** Nobody is shown that they type (C-4.21). */
  'users.typing.off': flag,
  /** Messages make no sound (C-9.12). */
  'users.sounds.off': flag,
});
export type UserProperties = z.output<typeof userProperties>;

/** A section with a hint that can be put away. */
export type HintSection = {
  [Key in keyof UserProperties]: Key extends `users.hints.${infer Section}.hidden` ? Section : never;
}[keyof UserProperties] &
  string;
