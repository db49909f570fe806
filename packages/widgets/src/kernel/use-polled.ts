import { ApiError } from '@kreide/core/kernel';
import { useEffect, useRef, useState } from 'react';
import type { Kept, LastGood } from './last-good.ts';
import { type Poll, startPoll } from './poll.ts';

export interface Polled<T> {
  /** The last good answer, perhaps old after a reload or while the server is unreachable; null before the first. */
  readonly kept: Kept<T> | null;
  /** Why the last attempt failed; null after a success. */
  readonly error: ApiError | null;
  /** The address that this state belongs to. */
  readonly address: string | null;
}

export interface PolledOptions<T> {
  /** What to load; a new address starts over, null loads nothing. */
  readonly address: string | null;
  readonly store: LastGood<T>;
  /** ms */
  readonly interval: number;
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly onLoad?: (kept: Kept<T>) => void;
  readonly onError?: (error: ApiError) => void;
}

/** Loads an address at intervals, keeps the last good answer, and shows it at once the next time (D-2.11). */
export function usePolled<T>(options: PolledOptions<T>): Polled<T> & { readonly retry: () => void } {
  const { address, store, interval } = options;
  const latest = useRef(options);
  latest.current = options;
  const poll = useRef<Poll | null>(null);
  const [state, setState] = useState<Polled<T>>(() => initialOf(address, store));

  useEffect(() => {
    if (address === null) return;
    setState((before) => (before.address === address ? before : initialOf(address, store)));
    const own = startPoll<T>({
      interval,
      load: (signal) => latest.current.load(signal),
      onValue(value) {
        const kept = { at: Date.now(), value };
        store.set(address, kept);
        setState({ address, kept, error: null });
        latest.current.onLoad?.(kept);
      },
      onFailure(thrown) {
        const error = ApiError.from(thrown);
        // Data that is no longer public must not stay on a screen.
        const isRefused = error.code === 'not_found' || error.code === 'invalid';
        if (isRefused) store.remove(address);
        setState({ address, kept: store.get(address), error });
        latest.current.onError?.(error);
        return isRefused;
      },
    });
    poll.current = own;
    return () => {
      own.stop();
      poll.current = null;
    };
  }, [address, store, interval]);

  const current = state.address === address ? state : initialOf(address, store);
  return { ...current, retry: () => poll.current?.now() };
}

function initialOf<T>(address: string | null, store: LastGood<T>): Polled<T> {
  return { address, kept: address === null ? null : store.get(address), error: null };
}
