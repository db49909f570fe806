import { type LoaderFunctionArgs, redirect } from 'react-router';
import { DEFAULT_ROUTE, toSchoolTarget, toSignInTarget } from './guards.ts';
import { session } from './session.ts';
import { shelves } from './storage.ts';
import { WANTED_KEY } from './wanted.ts';

/** Loader of pages that need a session: without one, the sign-in comes first and then the requested page. */
export function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const target = toSignInTarget(session.getState().isSignedIn, search);
  if (target === null) return null;
  shelves.session.setItem(WANTED_KEY, pathname + search);
  throw redirect(target);
}

/** Loader of the sign-in pages: signed-in users do not need them. */
export function skipWhenSignedIn() {
  if (session.getState().isSignedIn) throw redirect(DEFAULT_ROUTE);
  return null;
}

/** Loader of a school's sign-in page, however its address was typed. */
export function requireSchool({ request, params }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const small = params.slink?.toLowerCase();
  if (small !== params.slink) throw redirect(pathname.replace(/^\/[^/]+/, `/${small}`) + search);
  const target = toSchoolTarget(params.slink, search);
  if (target !== null) throw redirect(target);
  return skipWhenSignedIn();
}
