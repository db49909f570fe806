import { type Self, usersApi } from '@kreide/core/features/users';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { applyBrandOfSchool } from './branding.ts';
import { sessionStore } from './client.ts';
import { DEFAULT_ROUTE } from './guards.ts';
import { keptWith, restoreAnswers } from './kept-answers.ts';
import { atMost, offlineStore } from './offline-store.ts';
import { outbox } from './outbox.ts';
import { queries } from './query.ts';
import { queryOf } from './reading.ts';
import { shelves } from './storage.ts';

/** Slink and name of the school last signed in to on this device: shortens the next sign-in. */
const SCHOOL_KEY = 'last_school';

export interface LastSchool {
  slink: string;
  name: string;
}

interface Session {
  isSignedIn: boolean;
  /** Uuid of the account that is signed in and selected. */
  owner: string | null;
  /** The account no longer exists: the sign-out dialog is forced (P-8.04, P-4.27). */
  isInvalid: boolean;
  /** The page that an account opens with after it was selected among several. */
  landing: string;
  /** Why the last session ended without signing out; shown on the sign-in page. */
  endedBy: 'expired' | null;
}

export const readOwner = () => sessionStore.get()?.uuid ?? null;
const toSession = (owner: string | null): Session => ({
  isSignedIn: owner !== null,
  owner,
  isInvalid: false,
  landing: DEFAULT_ROUTE,
  endedBy: null,
});

/** Whether somebody is signed in on this device; the query `self` says who. */
export const session = createStore<Session>(() => toSession(readOwner()));

/** The signed-in user with school and rights. */
export const selfQuery = queryOf(
  usersApi.getSelf,
  {},
  {
    staleTime: 5 * 60_000,
    meta: keptWith(({ type, teacher_id, permissions }: Self) => [type, teacher_id, [...permissions].sort()]),
  },
);

/** The signed-in user; only below the guard, which has loaded it. */
export const useSelf = (): Self => useSuspenseQuery(selfQuery).data;

export const keepLastSchool = ({ slink, name }: LastSchool): void =>
  shelves.local.setItem(SCHOOL_KEY, JSON.stringify({ slink, name }));

/** The school of the last sign-in on this device. */
export function readLastSchool(): LastSchool | null {
  try {
    const school = JSON.parse(shelves.local.getItem(SCHOOL_KEY) ?? 'null') as Partial<LastSchool> | null;
    return school?.slink && school.name ? { slink: school.slink, name: school.name } : null;
  } catch {
    return null;
  }
}

/** Rises when another account is shown, or none: what was still being prepared for the one before stays out. */
let turn = 0;

/**
 * Shows the account whose session the device now has; nothing of another one stays in memory.
 * @param brand of its school; undefined: what the user's school has
 * @param landing where it starts
 */
export async function enter(brand?: string | null, landing: string = DEFAULT_ROUTE): Promise<void> {
  turn += 1;
  const own = turn;
  const isShown = () => own === turn;
  queries.clear();
  // At once: nobody may write on the screen of one account what is sent as another.
  session.setState({ ...toSession(readOwner()), landing });
  void outbox.wake();
  await atMost(restoreAnswers(readOwner() ?? '', isShown));
  if (isShown()) await queries.prefetchQuery(selfQuery);
  if (!isShown()) return;
  const known = queries.getQueryData<Self>(selfQuery.queryKey)?.school.app_branding ?? null;
  await applyBrandOfSchool(brand === undefined ? known : brand).catch((error: unknown) =>
    console.warn('The brand did not load', error),
  );
}

/** Nobody is signed in any more: clears the caches in memory and on the device (P-4.07). */
export function empty(endedBy: Session['endedBy'] = null): void {
  turn += 1;
  queries.clear();
  void offlineStore.clear();
  void outbox.wake();
  session.setState({ ...toSession(null), endedBy });
}
