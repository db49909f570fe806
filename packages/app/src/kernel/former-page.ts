/** The path of each page of this tab by its place in the history. */
const paths = new Map<number, string>();

const placeNow = (): number => window.history.state?.idx ?? 0;

/** Remembers which page stands at the present place of the history. */
export const notePage = (path: string): void => void paths.set(placeNow(), path);

/** Whether one came from one of these pages: then going back keeps its filters and its place, which its bare address would not. */
export const isFormerPage = (...pages: readonly (string | undefined)[]): boolean =>
  pages.includes(paths.get(placeNow() - 1) ?? '');
