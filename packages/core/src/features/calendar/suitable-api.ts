import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';

/** A time for an event. */
export const suitableTime = z.object({
  begins_at: f.instant,
  ends_at: f.instant,
  /** Those who have no time then. */
  missing: z.array(f.id),
});
export type SuitableTime = z.output<typeof suitableTime>;

export const findTimes = endpoint({
  method: 'GET',
  path: '/channels/calendars/suitable-times',
  auth: 'user',
  needs: { permission: 'view-timetable-all' },
  query: z.object({
    from: f.date,
    minutes: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'minutes')), z.transform(Number)),
    /** An event that is moved: it keeps nobody. */
    event: z.optional(f.idText),
    users: z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,19}$/, 'users')),
  }),
  answer: f.answerOf(z.array(suitableTime)),
  errors: ['not_found'],
  summary:
    'When the caller and these people have time on the school days of the two weeks from a day on, by their plans and events; where they never all have, when the fewest are missing. For whoever may create events, of people whom they may write to.',
});
