import { type LoaderFunctionArgs, replace } from 'react-router';
import { settingIn } from '../../kernel/server-address.ts';
import { toRedirectTarget } from './redirect-target.ts';

/** Loader of `/redirect`, which is no page to look at: it forwards, and leaves nothing in the history (P-2.23). */
export function loader({ request }: LoaderFunctionArgs): Promise<never> {
  const allowed = settingIn(document, 'redirect-origins').split(/\s+/).filter(Boolean);
  const target = toRedirectTarget(new URL(request.url).searchParams.get('target'), window.location.origin, allowed);
  if (target.startsWith('/')) throw replace(target);
  window.location.replace(target);
  // Nothing is drawn until the other page has come.
  return new Promise(() => {});
}
