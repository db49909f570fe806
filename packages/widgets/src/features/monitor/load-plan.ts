import { type MonitorPlan, parseMonitorToken } from '@kreide/core/features/monitor';
import { ApiError, type LocalTime, toLocal } from '@kreide/core/kernel';
import { type Days, toShownDate, withFacts } from './school-day.ts';

/** What a screen stores across reloads. */
export interface KeptPlan {
  readonly plan: MonitorPlan;
  /** The plan of the next school day. */
  readonly next: MonitorPlan | null;
  readonly days: Days;
  /** The difference between the server's clock and that of this device, ms: add it to have the server's. */
  readonly skew: number;
}

/** Answers travel and are kept by the browser for so long at most, ms: less is no difference of clocks. */
const TRAVEL = 15_000;

/** The token with its mode replaced by the attribute's (an invalid mode is ignored); null when the token is invalid. */
export function toToken(token: string | null, mode: string | null): string | null {
  const screen = token?.replace(/-(sub|news-split)$/, '');
  const own = token?.slice(screen?.length).slice(1);
  const wanted = mode === 'sub' || mode === 'news-split' ? mode : null;
  const whole = `${screen}-${wanted ?? (own || 'sub')}`;
  return parseMonitorToken(whole) ? whole : null;
}

/**
 * Requests the day to show, and again when the answer says that another day is due (after the last lesson, on a free day),
 * and the school day after it. If only a later request fails, the earlier answers are used. The time is the server's.
 */
export async function loadPlan(
  ask: (date: string | undefined) => Promise<MonitorPlan>,
  known: KeptPlan | null,
  fixed: string | null,
  now: () => Date,
): Promise<KeptPlan> {
  let days = known?.days ?? {};
  let skew = known?.skew ?? 0;
  const right = () => new Date(now().getTime() + skew);
  const dateNow = (zone: string) => fixed ?? toShownDate(days, toLocal(right(), zone));
  const asked = known ? dateNow(known.plan.school.time_zone) : (fixed ?? undefined);
  let plan = await ask(asked);
  let newest = Number.NEGATIVE_INFINITY;
  const compare = ({ answered_at }: MonitorPlan) => {
    // An answer that the browser kept for seconds looks older than it is, never younger.
    newest = Math.max(newest, Date.parse(answered_at) - now().getTime());
    skew = Math.abs(newest) < TRAVEL ? 0 : newest;
  };
  compare(plan);
  days = withFacts(days, plan);
  // At most three requests: stored facts may be from before a holiday.
  for (let question = 0; question < 2; question += 1) {
    const wanted = dateNow(plan.school.time_zone);
    if (wanted === plan.substitution_date) break;
    const answer = await unlessUnreachable(ask(wanted));
    if (!answer) break;
    plan = answer;
    compare(plan);
    days = withFacts(days, plan);
  }
  const date = fixed === null ? plan.next_school_date : null;
  if (date === null) return { plan, next: null, days, skew };
  const kept = [known?.next, known?.plan].find((one) => one?.substitution_date === date) ?? null;
  const next = await unlessUnreachable(ask(date));
  return { plan, next: next ?? kept, days: next ? withFacts(days, next) : days, skew };
}

/**
 * What a screen shows of what it has kept, when nothing new has come for long: a day that is over makes room for the next
 * school day as it was known then.
 * @param wall date and minutes in the school's time zone
 */
export function toKeptDays({ plan, next, days }: KeptPlan, wall: LocalTime): Pick<KeptPlan, 'plan' | 'next'> {
  const isOver = next !== null && next.substitution_date <= toShownDate(days, wall);
  return isOver ? { plan: next, next: null } : { plan, next };
}

/** The answer; null when it cannot be had now. What is no longer public is not shown any more. */
async function unlessUnreachable(answer: Promise<MonitorPlan>): Promise<MonitorPlan | null> {
  try {
    return await answer;
  } catch (thrown) {
    if (ApiError.from(thrown).code === 'not_found') throw thrown;
    return null;
  }
}
