import { useSearchParams } from 'react-router';

/** The flag that opens it all (C-2.51). */
export const CREATION = 'event-creation';
/** The pages below the details, each a flag of the address (C-2.53 to C-2.55, C-2.106). */
export const EVENT_STEPS = ['event-repeats', 'event-categories', 'event-locations', 'event-participants'] as const;
export type EventStep = (typeof EVENT_STEPS)[number];

/** What the address says, and how it changes. */
export function useSteps() {
  const [query, setQuery] = useSearchParams();
  const step = EVENT_STEPS.find((one) => query.has(one)) ?? null;
  const change = (replace: boolean, edit: (next: URLSearchParams) => void) =>
    setQuery(
      (former) => {
        const next = new URLSearchParams(former);
        for (const one of EVENT_STEPS) next.delete(one);
        edit(next);
        return next;
      },
      { replace, state: window.history.state?.usr ?? null },
    );
  return {
    step,
    id: query.get('id'),
    open: (next: EventStep) => change(false, (all) => all.set(next, 'true')),
    back: () => change(true, () => {}),
    close: () =>
      change(true, (all) => {
        all.delete(CREATION);
        all.delete('id');
      }),
  };
}
