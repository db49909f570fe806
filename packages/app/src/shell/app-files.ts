/**
 * Addresses that the server answers itself: API, elements, examples, probes, the screen in the hall, which is always fresh,
 * the links of mails, and the public pages of news.
 */
export const NOT_THE_APP: RegExp[] = [
  /^\/v1(\/|$)/,
  /^\/(widgets|brandings|examples|manifests|assets)(\/|$)/,
  /^\/(healthz|readyz|metrics)$/,
  /^\/monitor(\/|$)/,
  /^\/confirm-news(\/|$)/,
  /^\/[^/]+\/news\/[\da-f-]{36}$/i,
];

/** The name of a built file without the hash of its content: `/assets/FeedScreen.js`. */
export const nameOf = (path: string): string => path.replace(/-[\w-]{8}(?=\.\w+$)/, '');

/** The files of a new version that take the place of kept ones: what was used offline can be used after an update too. */
export function successorsOf(kept: readonly string[], all: readonly string[]): string[] {
  const names = new Set(kept.map(nameOf));
  return all.filter((path) => names.has(nameOf(path)));
}
