/** Pause before the code of the connection for events is fetched for the first time, ms: the files of the page on screen come first (D-7.01). */
export const FIRST_PAUSE = 1_500;
/** The first visit keeps the app on the device once the first page and what it fetches ahead have come, ms. */
export const CALM = 8_000;

/** Between two long pieces of work the browser does what waits: a touch, a picture. */
export function breathe(): Promise<void> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
}

/** Waits until the page has drawn its content and has a moment: for files that are fetched ahead. */
export async function whenIdle(): Promise<void> {
  if ('requestIdleCallback' in window)
    await new Promise<unknown>((resolve) => window.requestIdleCallback(resolve, { timeout: 2000 }));
}

const ahead = new Set<Promise<unknown>>();

/** Fetches something before somebody wants it; if it does not come, it is fetched when wanted. */
export function fetchAhead(load: () => Promise<unknown>): void {
  const one = load()
    .catch(() => {})
    .finally(() => ahead.delete(one));
  ahead.add(one);
}

/** Nothing is being fetched ahead any more. */
export async function allFetched(): Promise<void> {
  while (ahead.size > 0) await Promise.all(ahead);
}
