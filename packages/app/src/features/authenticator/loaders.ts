import type { Self } from '@kreide/core/features/users';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { branding } from '../../kernel/branding.ts';
import { START_ROUTE, withBranding } from '../../kernel/guards.ts';
import { queries } from '../../kernel/query.ts';
import { selfQuery, session } from '../../kernel/session.ts';

/** Does the school of who is signed in have the permission? Not when that cannot be known. */
async function isOfSchool(): Promise<boolean> {
  if (!session.getState().isSignedIn) return false;
  // What is known of an earlier visit counts without a network only.
  const self = await queries.fetchQuery(selfQuery).catch(() => queries.getQueryData<Self>(selfQuery.queryKey));
  return self?.school.permissions.includes('totp-2fa') ?? false;
}

/**
 * Loader of every page: where neither the brand nor the school has the authenticator, the start comes (P-2.33). The
 * address without a page leads to the first (P-2.98).
 */
export async function requireAuthenticator({ request, params }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  if (!branding.getState().brand.two_factor && !(await isOfSchool())) throw redirect(withBranding(START_ROUTE, search));
  if (params.page === undefined) throw redirect(withBranding('/authenticator/start', search));
  return null;
}
