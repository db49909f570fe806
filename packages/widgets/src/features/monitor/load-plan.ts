import { type MonitorPlan, parseMonitorToken } from '@kreide/core/features/monitor';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { type Days, toShownDate, withFacts } from './school-day.ts';

/** What a screen stores across reloads. */
export interface KeptPlan {
  readonly plan: MonitorPlan;
  readonly days: Days;
}
/** The token with its mode replaced by the attribute's (an invalid mode is ignored); null when the token is invalid. */
export function toToken(token: string | null, mode: string | null): string | null {
  const school = token?.replace(/-(sub|news-split)$/, '');
  const own = token?.slice(school?.length).slice(1);
  const wanted = mode === 'sub' || mode === 'news-split' ? mode : null;
  const whole = `${school}-${wanted ?? (own || 'sub')}`;
  return parseMonitorToken(whole) ? whole : null;
}

/**
 * Requests the day to show, and again when the answer says that another day is due (after the last lesson, on a free
 * day). If only a later request fails, the earlier answer is used.
 */
export async function loadPlan(
  ask: (date: string | undefined) => Promise<MonitorPlan>,
  known: KeptPlan | null,
  fixed: string | null,
  now: () => Date,
): Promise<KeptPlan> {
  let days = known?.days ?? {};
  const dateNow = (zone: string) => fixed ?? toShownDate(days, toLocal(now(), zone));
  let plan = await ask(known ? dateNow(known.plan.school.time_zone) : (fixed ?? undefined));
  days = withFacts(days, plan);
  // At most three requests: stored facts may be from before a holiday.
  for (let question = 0; question < 2; question += 1) {
    const wanted = dateNow(plan.school.time_zone);
    if (wanted === plan.substitution_date) break;
    try {
      plan = await ask(wanted);
      days = withFacts(days, plan);
    } catch (thrown) {
      if (ApiError.from(thrown).code === 'not_found') throw thrown;
      break;
    }
  }
  return { plan, days };
}
