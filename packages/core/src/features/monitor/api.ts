import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { monitorPlan } from './schema.ts';

/** A running monitor fetches this often, ms (T-7.163). */
export const MONITOR_INTERVAL = 60_000;
/** The fetch gives up after this long, ms (T-7.162, T-9.33). */
export const MONITOR_TIMEOUT = 300_000;

export const getSingle = endpoint({
  method: 'GET',
  path: '/public/monitors/single',
  auth: 'public',
  needs: 'nothing',
  query: z.object({
    /** Anything that is not the token of a school answers 404 (T-2.137). */
    token: z.optional(z.string()),
    /** Default: today in the school's zone. */
    substitution_date: z.optional(f.date),
    /** Always `1`: the answer shape described here (T-7.161). */
    new_version: z.optional(z.literal('1')),
  }),
  answer: f.answerOf(monitorPlan),
  errors: ['not_found'],
  anyOrigin: true,
  timeout: MONITOR_TIMEOUT,
  summary:
    'The substitution plan of one day, and in the split view the news that the school has released, for a screen in the entrance hall; 404 while switched off, and with a token that is missing or unknown.',
});
