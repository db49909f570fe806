import { authApi, type LoginAnswer } from '@kreide/core/features/auth';
import { type ApiError, STORAGE_KEYS } from '@kreide/core/kernel';
import { QueryObserver } from '@tanstack/react-query';
import { client, sessionEnd, sessionStore } from './client.ts';
import { keepAnswers, restoreAnswers } from './kept-answers.ts';
import { atMost, offlineStore } from './offline-store.ts';
import { outbox } from './outbox.ts';
import { queries } from './query.ts';
import { empty, enter, keepLastSchool, readOwner, selfQuery, session } from './session.ts';
import { USER_KEY } from './session-store.ts';
import { DRAFTS_KEY, shelves, UNFINISHED_KEY } from './storage.ts';

/** What only a device with several accounts needs. */
const several = () => import('./accounts.ts');

export interface Credentials {
  slink: string;
  username: string;
  password: string;
  stayLoggedIn: boolean;
}

/**
 * Signs in, beside the accounts that are signed in already. With a second step it only returns the answer and nobody is
 * signed in yet (P-4.06). Throws ApiError.
 */
export async function signIn(credentials: Credentials): Promise<LoginAnswer> {
  const answer = await client.call(authApi.login, { body: credentials }, { messages: false });
  if (answer.tfa_mode === '') await keepSignIn(answer, credentials);
  return answer;
}

/** Stores the session, clears the caches, activates the school's brand and loads the user (P-4.03, P-4.05). */
export async function keepSignIn(
  answer: LoginAnswer,
  { username, stayLoggedIn }: Pick<Credentials, 'username' | 'stayLoggedIn'>,
): Promise<void> {
  const accounts = sessionStore.get() ? await several() : null;
  const before = accounts?.readAccounts() ?? null;
  const { access_token, uuid } = answer;
  sessionStore.keep({ access_token, uuid }, stayLoggedIn, before !== null);
  if (!before) await atMost(offlineStore.clear());
  keepLastSchool(answer.data);
  if (accounts && before) await accounts.addAccount(before, username, answer.data);
  else await enter(answer.data.app_branding);
}

/**
 * Signs the selected account out, here even when the server is unreachable; another account of the device is selected
 * then (P-4.12). With `all` every account of the device; with `isOver` the server has ended the session already. Returns
 * where single sign-on redirects.
 */
export async function signOut({ all = false, isOver = false } = {}): Promise<string | null> {
  const accounts = sessionStore.hasAccounts() ? await several() : null;
  if (all) await accounts?.endOthers();
  const redirect = isOver ? null : await endSession();
  shelves.local.removeItem(DRAFTS_KEY);
  shelves.local.removeItem(UNFINISHED_KEY);
  const owner = readOwner();
  if (owner) await outbox.clear(owner);
  if (!owner || all || !(await accounts?.leave(owner))) forget();
  if (owner) tabs?.postMessage(owner);
  return redirect;
}

const endSession = (): Promise<string | null> =>
  client
    .call(authApi.logout, { body: { device_token: null } }, { messages: false, timeout: 5000 })
    .then((answer) => answer.data.redirect_uri)
    .catch(() => null);

/**
 * Before the first page is drawn: what this device knows of the signed-in account is put into the cache (D-6.07). Without
 * a session nothing of an earlier one stays, such as one that ended with its tab.
 */
export async function restoreSession(): Promise<void> {
  const owner = sessionStore.get()?.uuid;
  if (!owner) sessionStore.clear();
  // What is read late is not put before somebody else.
  const isShown = () => sessionStore.get()?.uuid === owner;
  await atMost(owner ? restoreAnswers(owner, isShown) : offlineStore.clear());
  keepAnswers(() => sessionStore.get()?.uuid ?? null);
  new QueryObserver(queries, { ...selfQuery, enabled: false }).subscribe(({ data }) => {
    if (data && window.Capacitor) void scaleText(data.school.slink).catch(() => {});
  });
  void outbox.start();
}

/** The same, and the sessions of all accounts on this device. */
function forget(endedBy: 'expired' | null = null): void {
  sessionStore.clear();
  empty(endedBy);
}

/** Shows what another tab has made of the session. */
function follow(): void {
  const owner = readOwner();
  if (owner === session.getState().owner) return;
  if (owner) void enter();
  else empty();
}

/** Signing out reaches every tab of the account, also those whose session is in session storage. */
const tabs = globalThis.BroadcastChannel ? new BroadcastChannel('kreide-signed-out') : null;
tabs?.addEventListener('message', ({ data }) => {
  if (readOwner() !== data) return;
  sessionStore.leave();
  follow();
});

/** Signing in or out in one tab, or selecting another account, applies to the others. */
globalThis.addEventListener?.('storage', (event) => {
  const { key } = event as StorageEvent;
  if (key === STORAGE_KEYS.authToken || key === USER_KEY || key === null) follow();
});

/**
 * An unknown account opens the sign-out dialog (P-8.04); any other session that cannot be renewed ends (P-4.08,
 * P-8.02), and no other account of the device with it (P-8.03).
 */
sessionEnd.listener = (error: ApiError, lost) => {
  if (lost && lost.uuid !== readOwner()) return;
  if (error.code === 'invalid_user_id') {
    session.setState({ isInvalid: true });
    return;
  }
  if (!session.getState().isSignedIn) return;
  if (lost && sessionStore.hasAccounts())
    several()
      .then((accounts) => accounts.lose(lost.uuid))
      .then((isOther) => isOther || forget('expired'))
      .catch(() => forget('expired'));
  else forget('expired');
};

/** Only the wrapper's bridge can; a browser does without its code. */
async function scaleText(slink: string): Promise<void> {
  await (await import('./native.ts')).native.scaleText(slink);
}
