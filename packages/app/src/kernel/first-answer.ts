/** A request that `first.ts` has sent while the app was on its way. */
export interface FirstAnswer {
  url: string;
  headers: Readonly<Record<string, string>>;
  answer: Promise<Response>;
}

declare global {
  var kreideFirst: FirstAnswer | undefined;
}

const isSame = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/**
 * `fetch`, but what was sent already in the very same words is not sent again. Its answer serves once; where there is none
 * it is asked for in the usual way.
 * @param first what was sent already
 */
export function afterFirst(first: FirstAnswer | undefined, send: typeof fetch): typeof fetch {
  let waiting = first;
  return (input, init) => {
    const sent = waiting;
    if (!sent || input !== sent.url || init?.method !== 'GET') return send(input, init);
    waiting = undefined;
    if (!isSame(sent.headers, (init.headers ?? {}) as Record<string, string>)) return send(input, init);
    const { signal } = init;
    const isEnded = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return Promise.race([sent.answer.catch(() => send(input, init)), isEnded]);
  };
}
