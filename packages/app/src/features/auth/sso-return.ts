import { type LoaderFunctionArgs, replace } from 'react-router';
import { START_ROUTE, toSchoolTarget } from '../../kernel/guards.ts';
import { loadTexts } from '../../kernel/i18n.ts';
import { toasts } from '../../ui/toast-store.ts';

/**
 * Loader of `/sso-verify/:slink`, to which another service returns with the code of a sign-in. What came without school or
 * code was cut off on its way (P-8.11); and no school signs people in that way, which is told too. Both go on with the
 * sign-in by a password.
 */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<never> {
  const { search, searchParams } = new URL(request.url);
  const isSchool = toSchoolTarget(params.slink, '') === null;
  const isWhole = isSchool && (searchParams.get('code') ?? '') !== '';
  const t = await loadTexts('auth');
  toasts.show('error', t(isWhole ? 'sso.notOffered' : 'sso.incomplete'), { topic: 'sign-in' });
  throw replace(isSchool ? `/${params.slink}/login` : (toSchoolTarget(undefined, brandingOf(search)) ?? START_ROUTE));
}

/** What of an address may go on: never the code. */
function brandingOf(search: string): string {
  const branding = new URLSearchParams(search).get('branding');
  return branding === null ? '' : `?${new URLSearchParams({ branding })}`;
}
