import { authApi, type LoginAnswer } from '@kreide/core/features/auth';
import { type Self, usersApi } from '@kreide/core/features/users';
import { type ApiError, STORAGE_KEYS } from '@kreide/core/kernel';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { wearOfSchool } from './branding.ts';
import { client, sessionEnd, sessionShelf } from './client.ts';
import { offlineShelf } from './offline-shelf.ts';
import { queries } from './query.ts';
import { queryOf } from './reading.ts';
import { DRAFTS_KEY, shelves } from './storage.ts';

/** Slink and name of the school last signed in to on this device: shortens the next sign-in. */
const SCHOOL_KEY = 'last_school';

export interface LastSchool {
  slink: string;
  name: string;
}

interface Session {
  isSignedIn: boolean;
  /** The account no longer exists: the sign-out dialog is forced (P-8.04, P-4.27). */
  isInvalid: boolean;
  /** Why the last session ended without signing out; shown on the sign-in page. */
  endedBy: 'expired' | null;
}

/** Whether somebody is signed in on this device; the query `self` says who. */
export const session = createStore<Session>(() => ({
  isSignedIn: sessionShelf.get() !== null,
  isInvalid: false,
  endedBy: null,
}));

/** The signed-in user with school and rights. */
export const selfQuery = queryOf(usersApi.getSelf, {}, { staleTime: 5 * 60_000 });

/** The signed-in user; only below the guard, which has loaded it. */
export const useSelf = (): Self => useSuspenseQuery(selfQuery).data;

/** The school of the last sign-in on this device. */
export function readLastSchool(): LastSchool | null {
  try {
    const school = JSON.parse(shelves.local.getItem(SCHOOL_KEY) ?? 'null') as Partial<LastSchool> | null;
    return school?.slink && school.name ? { slink: school.slink, name: school.name } : null;
  } catch {
    return null;
  }
}

export interface Credentials {
  slink: string;
  username: string;
  password: string;
  stayLoggedIn: boolean;
}

/**
 * Signs in. Without a second step it stores the session, clears the caches, activates the school's brand and loads the
 * user (P-4.03, P-4.05); with one it only returns the answer and nobody is signed in yet (P-4.06). Throws ApiError.
 */
export async function signIn(credentials: Credentials): Promise<LoginAnswer> {
  const answer = await client.call(authApi.login, { body: credentials }, { messages: false });
  if (answer.tfa_mode !== '') return answer;
  sessionShelf.keep({ access_token: answer.access_token, uuid: answer.uuid }, credentials.stayLoggedIn);
  empty();
  shelves.local.setItem(SCHOOL_KEY, JSON.stringify({ slink: answer.data.slink, name: answer.data.name }));
  await wearOfSchool(answer.data.app_branding).catch((error: unknown) => console.warn('The brand did not load', error));
  await queries.prefetchQuery(selfQuery);
  session.setState({ isSignedIn: true, isInvalid: false, endedBy: null });
  return answer;
}

/** Signs out, here even when the server is unreachable. Returns where single sign-on redirects. */
export async function signOut(): Promise<string | null> {
  const redirect = await client
    .call(authApi.logout, { body: { device_token: null } }, { messages: false, timeout: 5000 })
    .then((answer) => answer.data.redirect_uri)
    .catch(() => null);
  shelves.local.removeItem(DRAFTS_KEY);
  forget();
  return redirect;
}

/** Clears the caches in memory and on the device. */
function empty(): void {
  queries.clear();
  void offlineShelf.clear();
}

/** Clears the caches and the stored session (P-4.07). */
function forget(): void {
  sessionShelf.set(null);
  empty();
  session.setState({ isSignedIn: false, isInvalid: false });
}

/** Signing in or out in one tab applies to the others. */
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== STORAGE_KEYS.authToken && event.key !== null) return;
  const isSignedIn = sessionShelf.get() !== null;
  if (isSignedIn !== session.getState().isSignedIn) {
    empty();
    session.setState({ isSignedIn, isInvalid: false, endedBy: null });
  }
});

/**
 * An unknown account opens the sign-out dialog (P-8.04); any other session that cannot be renewed ends (P-4.08,
 * P-8.02).
 */
sessionEnd.listener = (error: ApiError) => {
  if (error.code === 'invalid_user_id') {
    session.setState({ isInvalid: true });
    return;
  }
  if (!session.getState().isSignedIn) return;
  forget();
  session.setState({ endedBy: 'expired' });
};
