import { type UsageEvent, usageApi } from '@kreide/core/features/usage';
import type { ApiError, EndpointDeclaration } from '@kreide/core/kernel';
import { client, failures } from '../../kernel/client.ts';
import { createCollector } from './collector.ts';
import { toReason, toRoute } from './told.ts';

/** The parts of the router that tracking reads. */
export interface Router {
  readonly state: {
    readonly location: { readonly pathname: string };
    readonly navigation: { readonly state: string };
    readonly matches: readonly { readonly route: { readonly path?: string | undefined } }[];
  };
  subscribe(listener: (state: Router['state']) => void): () => void;
}

/** After a submit, its answer is awaited this long, ms: a failure that comes later belongs to something else. */
const SUBMIT_MS = 30_000;
/** The sign of a form that an entered value is wrong. */
const WRONG = '[aria-invalid="true"], [data-invalid="true"]';

/** A page that is left may be gone before the answer comes. */
const lasting: typeof fetch = (url, request) => fetch(url, { ...request, keepalive: true });

const send = (events: UsageEvent[]): void =>
  // Nobody is told when it does not arrive, and it is not tried again.
  void client
    .call(usageApi.count, { body: { events } }, { messages: false, retries: 0, fetch: lasting })
    .catch(() => {});

/**
 * Counts pages and failed submits from now on; the returned function ends that, and what was not sent yet is forgotten.
 * Nothing that somebody typed is read: of a page its pattern, of a form whether something in it is marked as wrong, of a
 * refusal its kind.
 */
export function startTracking(router: Router, page: Document = document): () => void {
  const collector = createCollector(send);
  let path: string | null = null;
  let submittedAt = Number.NEGATIVE_INFINITY;
  const fail = (reason: ReturnType<typeof toReason>) => {
    submittedAt = Number.NEGATIVE_INFINITY;
    collector.add({ kind: 'submit', route: toRoute(router.state.matches), outcome: 'failed', reason });
  };

  function look({ location, navigation, matches }: Router['state']): void {
    if (navigation.state !== 'idle' || location.pathname === path) return;
    path = location.pathname;
    submittedAt = Number.NEGATIVE_INFINITY;
    collector.add({ kind: 'screen', route: toRoute(matches) });
  }

  function onSubmit({ target }: Event): void {
    submittedAt = performance.now();
    // The form judges what was entered now; what it finds is drawn with the next task.
    setTimeout(() => {
      if ((target as Element).querySelector(WRONG)) fail('validation');
    });
  }

  function onFailed(error: ApiError, { path: called }: EndpointDeclaration): void {
    if (called === usageApi.count.path) return;
    const reason = toReason(error);
    const isAwaited = performance.now() - submittedAt < SUBMIT_MS;
    // Other changes than those of a form happen by themselves; only a form can be told what is wrong in it.
    if (isAwaited || reason === 'validation') fail(reason);
  }

  const onHide = () => {
    if (page.visibilityState === 'hidden') collector.flush();
  };
  const unsubscribe = router.subscribe(look);
  page.addEventListener('submit', onSubmit, true);
  page.addEventListener('visibilitychange', onHide);
  failures.listener = onFailed;
  look(router.state);
  return () => {
    unsubscribe();
    page.removeEventListener('submit', onSubmit, true);
    page.removeEventListener('visibilitychange', onHide);
    failures.listener = undefined;
    collector.stop();
  };
}
