import { toWantedPath } from './guards.ts';
import { shelves } from './storage.ts';

/** Session storage key of the page that somebody wanted before signing in. */
export const WANTED_KEY = 'wanted_path';

/** The page to go on to after sign-in; it is asked for once. */
export function takeWantedPath(): string {
  const wanted = shelves.session.getItem(WANTED_KEY);
  shelves.session.removeItem(WANTED_KEY);
  return toWantedPath(wanted);
}
