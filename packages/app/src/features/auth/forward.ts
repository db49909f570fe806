import { type LoaderFunctionArgs, replace } from 'react-router';
import { START_ROUTE } from '../../kernel/guards.ts';
import { settingIn } from '../../kernel/server-address.ts';
import { toIdentityTarget, toRedirectTarget } from './redirect-target.ts';

/** Leaves the app; nothing is drawn until the other page has come. */
function leaveFor(target: string): Promise<never> {
  window.location.replace(target);
  return new Promise(() => {});
}

/** Loader of `/redirect`, which is no page to look at: it forwards, and leaves nothing in the history (P-2.23). */
export function loader({ request }: LoaderFunctionArgs): Promise<never> {
  const allowed = settingIn(document, 'redirect-origins').split(/\s+/).filter(Boolean);
  const target = toRedirectTarget(new URL(request.url).searchParams.get('target'), window.location.origin, allowed);
  if (target.startsWith('/')) throw replace(target);
  return leaveFor(target);
}

/** Loader of `/webuntis`, which forwards to the service of identities of WebUntis (P-2.30); where there is none, to the start. */
export function webuntisLoader(): Promise<never> {
  const target = toIdentityTarget(settingIn(document, 'webuntis'));
  if (target === null) throw replace(START_ROUTE);
  return leaveFor(target);
}

/** Loader of `/api/auth/return`, which hands what it was given on to the service of identities (P-2.31). */
export function authReturnLoader({ request }: LoaderFunctionArgs): Promise<never> {
  const target = toIdentityTarget(settingIn(document, 'auth-return'), new URL(request.url).search);
  if (target === null) throw replace(START_ROUTE);
  return leaveFor(target);
}
