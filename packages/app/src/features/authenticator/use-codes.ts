import { authenticatorApi } from '@kreide/core/features/authenticator';
import type { ApiError } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keyOf } from '../../kernel/keys.ts';
import { service } from './service.ts';
import type { KeptAccount } from './vault.ts';

/** A code on screen. The device's clock may be wrong, so it holds until a time since the page was opened, ms. */
export interface ShownCode {
  code: string;
  period: number;
  until: number;
}

/** Ids that the service does not know any more; it is not asked for them again. */
const gone = new Set<string>();
export const isGone = (id: string): boolean => gone.has(id);

/** Least time between two questions, ms: an answer at the end of a period holds for a moment only. */
const SHORTEST = 500;

async function readCodes(ids: readonly string[], signal: AbortSignal): Promise<Map<string, ShownCode>> {
  const asked = ids.filter((id) => !isGone(id));
  const found = asked.length === 0 ? [] : await service.listCodes(asked, signal);
  const now = performance.now();
  const codes = new Map<string, ShownCode>();
  asked.forEach((id, index) => {
    const one = found[index];
    if (one) codes.set(id, { code: one.code, period: one.period, until: now + one.expires_in });
    else gone.add(id);
  });
  return codes;
}

/** The codes of the accounts, fetched anew when the first of them is over. */
export function useCodes(accounts: readonly KeptAccount[]) {
  const ids = accounts.map(({ id }) => id);
  return useQuery<Map<string, ShownCode>, ApiError>({
    queryKey: keyOf(authenticatorApi.listCodes, { body: { ids } }),
    queryFn: ({ signal }) => readCodes(ids, signal),
    enabled: ids.length > 0,
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false,
    // The names stay on screen while a list with one account more is fetched.
    placeholderData: (former) => former,
    refetchInterval: ({ state }) => {
      if (state.status !== 'success' || !state.data?.size) return false;
      const first = Math.min(...[...state.data.values()].map(({ until }) => until));
      return Math.max(first - performance.now(), SHORTEST);
    },
  });
}

/** Ms since the page was opened, four times a second. */
export function useNow(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return now;
}
