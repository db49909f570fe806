import {
  MONITOR_INTERVAL,
  MONITOR_TIMEOUT,
  type MonitorPlan,
  monitorApi,
  parseMonitorToken,
} from '@kreide/core/features/monitor';
import { isDate, toWallTime } from '@kreide/core/features/timetable';
import { ApiError } from '@kreide/core/kernel';
import { clientOf } from '../../kernel/client.ts';
import { createLastGood } from '../../kernel/last-good.ts';
import { usePolled } from '../../kernel/use-polled.ts';
import { type Days, toShownDate, withFacts } from './school-day.ts';

/** What a screen keeps over reloads. */
export interface KeptPlan {
  readonly plan: MonitorPlan;
  readonly days: Days;
}
const store = createLastGood<KeptPlan>('monitor');

/** The token with the mode of the attribute in place of its own; null when it can be none. */
export function toToken(token: string | null, mode: string | null): string | null {
  const school = token?.replace(/-(sub|news-split)$/, '');
  const own = token?.slice(school?.length).slice(1);
  const whole = `${school}-${mode || own || 'sub'}`;
  return parseMonitorToken(whole) ? whole : null;
}

export interface MonitorSource {
  readonly api: string;
  readonly token: string | null;
  readonly mode: string | null;
  readonly beginsAt: string | null;
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
  const dateNow = (zone: string) => fixed ?? toShownDate(days, toWallTime(zone, now()));
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

/** The plan of a screen: fetched every 60 s, the last good one kept through failures and reloads (T-7.163, D-2.11). */
export function useMonitorPlan(
  { api, token, mode, beginsAt }: MonitorSource,
  onLoad: (plan: MonitorPlan) => void,
  onError: (error: ApiError) => void,
) {
  const whole = toToken(token, mode);
  const fixed = beginsAt !== null && isDate(beginsAt) ? beginsAt : null;
  const address = whole === null ? null : [api, whole, ...(fixed ? [fixed] : [])].join(' ');
  const polled = usePolled<KeptPlan>({
    address,
    store,
    interval: MONITOR_INTERVAL,
    load(signal) {
      const client = clientOf(api);
      const ask = async (date: string | undefined) => {
        const query = { token: whole ?? '', substitution_date: date, new_version: '1' as const };
        return (await client.call(monitorApi.getSingle, { query }, { signal, retries: 0, timeout: MONITOR_TIMEOUT }))
          .data;
      };
      return loadPlan(ask, address === null ? null : (store.get(address)?.value ?? null), fixed, () => new Date());
    },
    onLoad: ({ value }) => onLoad(value.plan),
    onError,
  });
  return { ...polled, isPossible: whole !== null };
}
