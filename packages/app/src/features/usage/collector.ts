import { USAGE_EVENTS_MAXIMUM, type UsageEvent } from '@kreide/core/features/usage';

/** Time in which events are gathered before they are sent, ms. */
export const GATHERING_MS = 30_000;

export interface Collector {
  add(event: UsageEvent): void;
  /** Sends at once what there is. */
  flush(): void;
  /** Forgets what there is, for good. */
  stop(): void;
}

/**
 * Gathers events and sends them together, at most every 30 seconds. When more come in than one call takes, the oldest are
 * dropped: what is counted is never worth a second call.
 */
export function createCollector(send: (events: UsageEvent[]) => void): Collector {
  let gathered: UsageEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const events = gathered;
    gathered = [];
    if (events.length > 0) send(events);
  }
  return {
    add(event) {
      if (isStopped) return;
      gathered = [...gathered, event].slice(-USAGE_EVENTS_MAXIMUM);
      timer ??= setTimeout(flush, GATHERING_MS);
    },
    flush,
    stop() {
      isStopped = true;
      gathered = [];
      clearTimeout(timer);
    },
  };
}
