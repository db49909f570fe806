import { authApi } from '@kreide/core/features/auth';
import { BRANDING_KEY } from '@kreide/core/features/branding';
import type { Self } from '@kreide/core/features/users';
import { ApiError, PRODUCT } from '@kreide/core/kernel';
import { toasts } from '../ui/toast-store.ts';
import { applyBrand, readVariant } from './branding.ts';
import { clientOf, sessionStore } from './client.ts';
import { loadTexts } from './i18n.ts';
import { offlineStore } from './offline-store.ts';
import { outbox } from './outbox.ts';
import { queries } from './query.ts';
import { enter, selfQuery } from './session.ts';
import { ACCOUNTS_KEY } from './session-store.ts';
import { shelves } from './storage.ts';
import {
  addUser,
  parentsToEnd,
  parseStoredUser,
  removeUser,
  type StoredUser,
  type StoredUsers,
  selectUser,
  toKeptList,
} from './stored-users.ts';

/** Pause before another account is selected, ms (C-9.33, P-9.17): changes on their way are sent as the person who wrote them. */
const SWITCH_PAUSE = 100;

/** The selected account; null before it is loaded. */
function readOwn(): StoredUser | null {
  const kept = sessionStore.get();
  const self = queries.getQueryData<Self>(selfQuery.queryKey);
  if (!kept || self?.uuid !== kept.uuid) return null;
  const { slink, name, purpose } = self.school;
  return {
    ...kept,
    displayname: self.displayname,
    type: self.type,
    stays: sessionStore.stays(),
    is_manager: self.permissions.includes(`manage-${PRODUCT}`),
    school: { slink, name, purpose },
  };
}

function readList(shelf: 'local' | 'session'): StoredUser[] {
  try {
    const list: unknown = JSON.parse(shelves[shelf].getItem(ACCOUNTS_KEY) ?? '[]');
    return Array.isArray(list) ? list.map(parseStoredUser).filter((user) => user !== null) : [];
  } catch {
    return [];
  }
}

/** The accounts of this device, the selected one as the app knows it now; null when nobody is signed in. */
export function readAccounts(): StoredUsers | null {
  const selected = sessionStore.get()?.uuid;
  if (!selected) return null;
  const stored = { users: [...readList('local'), ...readList('session')], selected };
  const own = readOwn();
  return own ? addUser(stored, own) : stored;
}

function writeAccounts(stored: StoredUsers | null): void {
  for (const shelf of ['local', 'session'] as const) {
    const list = toKeptList(stored).filter(({ stays }) => stays === (shelf === 'local'));
    if (list.length > 0) shelves[shelf].setItem(ACCOUNTS_KEY, JSON.stringify(list));
    else shelves[shelf].removeItem(ACCOUNTS_KEY);
  }
  // Tabs without a session of their own never have one that has left.
  const staying = stored?.users.filter(({ stays }) => stays) ?? [];
  const ofDevice = sessionStore.ofDevice()?.uuid;
  if (ofDevice && !staying.some(({ uuid }) => uuid === ofDevice)) sessionStore.setOfDevice(staying[0] ?? null);
}

/** Shows the selected account of the list. */
async function show(stored: StoredUsers, landing?: string): Promise<void> {
  writeAccounts(stored);
  const user = stored.users.find(({ uuid }) => uuid === stored.selected);
  if (!user) return;
  sessionStore.keep(user, user.stays, true);
  await withOwnBrand(() => enter(undefined, landing));
}

/** Shows another account. The brand of the other school must not stay where this one has none. */
async function withOwnBrand(change: () => Promise<void>): Promise<void> {
  shelves.local.removeItem(BRANDING_KEY);
  await change();
  if (shelves.local.getItem(BRANDING_KEY) === null) await applyBrand(readVariant()).catch(console.warn);
}

/** A sign-in beside others that is not over yet: nobody else is selected before it is known who came. */
let adding: Promise<void> = Promise.resolve();

/**
 * Selects another account of the device. The one that is selected already is told of with a success (P-8.29); one that
 * cannot be selected with an error (P-8.22, P-8.23). Answers whether another one was selected.
 */
export async function selectAccount(uuid: string, landing?: string): Promise<boolean> {
  const t = await loadTexts('auth');
  const before = sessionStore.get()?.uuid;
  await Promise.all([adding, new Promise((resolve) => setTimeout(resolve, SWITCH_PAUSE))]);
  const stored = readAccounts();
  if (!stored) return false;
  if (stored.selected === uuid) {
    // Not where it was asked for twice, and came meanwhile.
    if (before === uuid) toasts.show('success', t('accounts.exists'), { topic: 'account' });
    return false;
  }
  const next = selectUser(stored, uuid);
  if (typeof next === 'string') {
    const text = next === 'user-not-selectable' ? 'accounts.notSelectable' : 'accounts.withoutSchool';
    toasts.show('error', t(text), { topic: 'account' });
    return false;
  }
  await show(next, landing);
  return true;
}

/**
 * After signing in beside others: keeps the list at once, as an app that is left now would lose those who were there; then
 * shows who came. Where a pupil came, the parents' sessions end, and a message names them (P-4.14, P-8.24).
 * @param before the accounts without the new one, whose session the device has already
 */
export function addAccount(
  before: StoredUsers,
  username: string,
  school: { slink: string; name: string; app_branding: string | null; purpose?: 'trial' },
): Promise<void> {
  const session = sessionStore.get();
  if (!session) return Promise.resolve();
  const unread = {
    displayname: username,
    type: '',
    stays: sessionStore.stays(),
    is_manager: false,
    school: { slink: school.slink, name: school.name, purpose: school.purpose ?? 'usual' },
  };
  writeAccounts(addUser(before, { ...session, ...unread }));
  const added = withOwnBrand(() => enter(school.app_branding)).then(() => noteAdded(session.uuid));
  adding = added.catch(() => {});
  return added;
}

async function noteAdded(uuid: string): Promise<void> {
  let stored = readAccounts();
  if (stored?.selected !== uuid) return;
  const parents = parentsToEnd(stored);
  for (const { uuid: parent } of parents) stored = removeUser(stored, parent) ?? stored;
  writeAccounts(stored);
  if (parents.length === 0) return;
  await Promise.all(parents.map(end));
  const t = await loadTexts('auth');
  for (const { displayname: name } of parents) toasts.show('error', t('accounts.parentLeft', { name }));
}

/** Ends a session that is not the selected one, and removes what the device keeps of its account. */
async function end({ uuid, access_token }: StoredUser): Promise<void> {
  await clientOf({ uuid, access_token })
    .call(authApi.logout, { body: { device_token: null } }, { timeout: 5000, messages: false })
    .catch((thrown: unknown) =>
      console.warn('The session of an account ends on this device only', ApiError.from(thrown)),
    );
  await Promise.all([offlineStore.clear(uuid), outbox.clear(uuid)]);
}

/** Signs out one account that is not the selected one (P-4.12). */
export async function removeAccount(uuid: string): Promise<void> {
  const stored = readAccounts();
  const user = stored?.users.find((known) => known.uuid === uuid);
  if (!stored || !user || uuid === stored.selected) return;
  writeAccounts(removeUser(stored, uuid));
  await end(user);
}

/** Signs out every account but the selected one. */
export async function endOthers(): Promise<void> {
  const stored = readAccounts();
  if (!stored) return;
  writeAccounts({ ...stored, users: stored.users.filter(({ uuid }) => uuid === stored.selected) });
  await Promise.all(stored.users.filter(({ uuid }) => uuid !== stored.selected).map(end));
}

/** The selected account is signed out: the next one is shown; false when there is none. */
export async function leave(uuid: string): Promise<boolean> {
  const stored = readAccounts();
  const rest = stored?.selected === uuid ? removeUser(stored, uuid) : null;
  if (!rest) return false;
  void offlineStore.clear(uuid);
  await show(rest);
  return true;
}

/** The session of the selected account cannot be renewed: only that account leaves (P-8.03); false: it was the only one. */
export async function lose(uuid: string): Promise<boolean> {
  const stored = readAccounts();
  const lost = stored?.users.find((user) => user.uuid === uuid);
  if (stored && stored.selected !== uuid) return true;
  if (!(await leave(uuid))) return false;
  const t = await loadTexts('auth');
  toasts.show('error', t('accounts.lost', { name: lost?.displayname ?? '' }));
  return true;
}
