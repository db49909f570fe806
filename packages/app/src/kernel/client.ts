import {
  type Client,
  createClient,
  createRefresh,
  memoryTokenStore,
  type StoredSession,
  toForm,
} from '@kreide/core/client';
import type { ApiError, EndpointDeclaration } from '@kreide/core/kernel';
import { toasts } from '../ui/toast-store.ts';
import { learningTime } from './device-clock.ts';
import { afterFirst } from './first-answer.ts';
import { getLanguage, translate } from './i18n.ts';
import { createQuiet, FETCHING_PROBLEM_QUIET } from './quiet.ts';
import { sent } from './sent.ts';
import { serverAddress } from './server-address.ts';
import { createSessionStore } from './session-store.ts';
import { shelves } from './storage.ts';

/** The session of this device. */
export const sessionStore = createSessionStore(shelves);

/** Called when a session cannot be renewed; set by the session store (P-4.08). */
export const sessionEnd: { listener: (error: ApiError, lost: StoredSession | null) => void } = { listener: () => {} };

/** Told of every change that failed; set while it is counted what somebody uses (C-5.12). */
export const failures: { listener?: ((error: ApiError, endpoint: EndpointDeclaration) => void) | undefined } = {};

const common = {
  baseUrl: serverAddress,
  ...sent,
  language: getLanguage,
};

/** Tabs renew the session one after the other, so that each sees the token that another has fetched. */
function exclusively<T>(action: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return action();
  return navigator.locks.request('kreide-refresh', action) as Promise<T>;
}

const refresh = createRefresh(common);
const quietly = createQuiet(FETCHING_PROBLEM_QUIET);

/** The one client of the app. */
export const client: Client = createClient({
  ...common,
  fetch: afterFirst(
    globalThis.kreideFirst,
    learningTime((...parts) => fetch(...parts)),
  ),
  tokens: sessionStore,
  refresh,
  form: toForm,
  exclusively,
  onSessionLost: (lost, error) => sessionEnd.listener(error, lost),
  onUnreachable: () => quietly(() => toasts.show('error', translate('shell:chats.message.fetching_problem'))),
  onFailed: (...told) => failures.listener?.(...told),
  onMessages: ({ errors, warnings, successes }) => {
    for (const text of errors) toasts.show('error', text);
    for (const text of warnings) toasts.show('warning', text);
    for (const text of successes) toasts.show('success', text);
  },
  log: (message, details) => console.warn(message, details),
});

/** A client for one call of an account that is not the selected one, such as its sign-out. */
export const clientOf = (stored: StoredSession): Client =>
  createClient({ ...common, tokens: memoryTokenStore(stored), refresh, exclusively });
