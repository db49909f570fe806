import { type MonitorPlan, parseMonitorToken } from '@kreide/core/features/monitor';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { type Days, toShownDate, withFacts } from './school-day.ts';

/** What a screen keeps over reloads. */
export interface KeptPlan {
  readonly plan: MonitorPlan;
  readonly days: Days;
}
/** The token with the mode of the attribute in place of its own (a mode that is none counts as left out); null when it can be none. */
export function toToken(token: string | null, mode: string | null): string | null {
  const school = token?.replace(/-(sub|news-split)$/, '');
  const own = token?.slice(school?.length).slice(1);
  const wanted = mode === 'sub' || mode === 'news-split' ? mode : null;
  const whole = `${school}-${wanted ?? (own || 'sub')}`;
  return parseMonitorToken(whole) ? whole : null;
}

/**
 * Asks for the day to show, and once more when the answer tells that another day's turn has come (after the last lesson, on a free
 * day). Should only that second question fail, the first answer is still today's plan.
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
  // At most three questions: what is stored may be older than a holiday.
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
