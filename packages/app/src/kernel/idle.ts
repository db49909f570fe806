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

/** When the page has drawn what it had to, and has a moment: for what is fetched ahead. */
export async function whenIdle(): Promise<void> {
  if ('requestIdleCallback' in window)
    await new Promise<unknown>((resolve) => window.requestIdleCallback(resolve, { timeout: 2000 }));
}

const ahead = new Set<Promise<unknown>>();

/** Fetches something before it is wanted; what does not come is fetched when it is. */
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
