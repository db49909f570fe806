import { toWantedPath } from './guards.ts';
import { shelves } from './storage.ts';

/** Session storage key of the page that was requested before signing in. */
export const WANTED_KEY = 'wanted_path';

/** The page to open after sign-in; read once. */
export function takeWantedPath(): string {
  const wanted = shelves.session.getItem(WANTED_KEY);
  shelves.session.removeItem(WANTED_KEY);
  return toWantedPath(wanted);
}
