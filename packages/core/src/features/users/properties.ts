import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { TABLE_VIEWS_TEXT_MAXIMUM } from './table-views.ts';

/** On the wire a switch is one of the texts 0 and 1 (P-3.08). */
const flag = z.optional(z.enum(['0', '1']));

/** Questions about the product: so far how well it works. */
export const SURVEY_TYPES = ['satisfaction'] as const;
export type SurveyType = (typeof SURVEY_TYPES)[number];

/** From not well at all to very well. */
export const SURVEY_RESULTS = ['1', '2', '3', '4', '5'] as const;
export type SurveyResult = (typeof SURVEY_RESULTS)[number];

/** Most characters of what somebody writes beside their answer. */
export const SURVEY_FEEDBACK_MAXIMUM = 1000;

/** What a user has put away, switched off or answered: one of these is left out as long as it is as in the beginning (P-3.09). */
export const userPropertiesDraft = z.strictObject({
  'users.hints.notifications.hidden': flag,
  /** Opted out of the signs of life of a session (P-6.20). */
  'users.keep_alive.off': flag,
  'users.hints.timetable-import.hidden': flag,
  /** Nobody is shown that they type (C-4.21). */
  'users.typing.off': flag,
  /** Messages make no sound (C-9.12). */
  'users.sounds.off': flag,
  /** The filters of tables that somebody has kept; `parseTableViews` reads them. */
  'users.table_views': z.optional(f.text(TABLE_VIEWS_TEXT_MAXIMUM)),
  /** What became of a question about the product (T-3.72): not to be asked again, … */
  'users.surveys.satisfaction.hidden': flag,
  /** … the answer, 5 is the best, … */
  'users.surveys.satisfaction.result': z.optional(z.enum(SURVEY_RESULTS)),
  /** … and what was written beside it. */
  'users.surveys.satisfaction.feedback': z.optional(f.text(SURVEY_FEEDBACK_MAXIMUM)),
});

/** The same with what the server adds. */
export const userProperties = z.strictObject({
  ...userPropertiesDraft.shape,
  /** In which month an answer was given, `YYYY-MM` at the school: no more is kept of the time. */
  'users.surveys.satisfaction.month': z.optional(z.string()),
  /** The plans that somebody has marked: `grades 7,teachers 12`. */
  'users.timetable.favourites': z.optional(z.string()),
  /** The colours that somebody gave to courses: `7:violet,12:red`. */
  'users.timetable.colors': z.optional(z.string()),
});
export type UserPropertiesDraft = z.output<typeof userPropertiesDraft>;
export type UserProperties = z.output<typeof userProperties>;

/** A section with a hint that can be put away. */
export type HintSection = {
  [Key in keyof UserProperties]: Key extends `users.hints.${infer Section}.hidden` ? Section : never;
}[keyof UserProperties] &
  string;
