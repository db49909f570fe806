import { queries } from '../../kernel/query.ts';
import { readOwner, selfQuery } from '../../kernel/session.ts';
import type { Router } from './tracking.ts';

/** The uuid of the person whose use may be counted now; null: nobody. */
function trackedNow(): string | null {
  const self = queries.getQueryData(selfQuery.queryKey);
  return self?.is_tracked && self.uuid === readOwner() ? self.uuid : null;
}

/** Counts while the person has consented, and ends at once when they take that back, sign out or select another account. */
export function watchConsent(router: Router): void {
  let tracked: string | null = null;
  let stop: (() => void) | undefined;
  const follow = () => {
    const person = trackedNow();
    if (person === tracked) return;
    tracked = person;
    stop?.();
    stop = undefined;
    if (person === null) return;
    // Most people never load it.
    import('./tracking.ts').then(({ startTracking }) => {
      if (tracked === person) stop ??= startTracking(router);
    }, console.warn);
  };
  queries.getQueryCache().subscribe(follow);
  follow();
}
