import { read } from '@kreide/core/client';
import { MONITOR_INTERVAL, type MonitorPlan, monitorApi } from '@kreide/core/features/monitor';
import type { ApiError } from '@kreide/core/kernel';
import { isDate } from '@kreide/core/kernel';
import { createLastGood } from '../../kernel/last-good.ts';
import { usePolled } from '../../kernel/use-polled.ts';
import { type KeptPlan, loadPlan, toToken } from './load-plan.ts';

const store = createLastGood<KeptPlan>('monitor2');

export interface MonitorSource {
  readonly api: string;
  readonly token: string | null;
  readonly mode: string | null;
  readonly beginsAt: string | null;
}

/** The plan of a screen: fetched every 60 s, the last good one kept across failures and reloads (T-7.163, D-2.11). */
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
      const ask = async (date: string | undefined) => {
        const query = { token: whole ?? '', substitution_date: date, new_version: '1' as const };
        return (await read(monitorApi.getSingle, { query }, { baseUrl: api, token: null, signal })).data;
      };
      return loadPlan(ask, address === null ? null : (store.get(address)?.value ?? null), fixed, () => new Date());
    },
    onLoad: ({ value }) => onLoad(value.plan),
    onError,
  });
  return { ...polled, isPossible: whole !== null };
}
