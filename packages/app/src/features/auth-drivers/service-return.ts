import { authDriversApi, type FinishAnswer, TRIAL_STATE } from '@kreide/core/features/auth-drivers';
import { ApiError } from '@kreide/core/kernel';
import { type LoaderFunctionArgs, replace } from 'react-router';
import { client } from '../../kernel/client.ts';
import { START_ROUTE, toSchoolTarget } from '../../kernel/guards.ts';
import { loadTexts } from '../../kernel/i18n.ts';
import { keepSignIn } from '../../kernel/sign-in.ts';
import { takeWantedPath } from '../../kernel/wanted.ts';
import { toasts } from '../../ui/toast-store.ts';

/** What the second step needs, which the page shows; null: an administrator has tried the service, and reads what came of it elsewhere. */
export interface OpenReturn {
  slink: string;
  answer: FinishAnswer | null;
}

/**
 * Loader of `/sso-verify/:slink`, to which another service returns with the code of a sign-in. What came without school or
 * code was cut off on its way (P-8.11); what the service or the school refuses is told. All of that goes on with the sign-in by a
 * password, what succeeds with the page that was wanted.
 */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<OpenReturn> {
  const { search, searchParams } = new URL(request.url);
  const isSchool = toSchoolTarget(params.slink, '') === null;
  const slink = params.slink ?? '';
  const t = await loadTexts('auth');
  const goBack = (text: string): never => {
    toasts.show('error', text, { topic: 'sign-in' });
    throw replace(isSchool ? `/${slink}/login` : (toSchoolTarget(undefined, brandingOf(search)) ?? START_ROUTE));
  };
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => searchParams.get(name) ?? '');
  if (isSchool && searchParams.has('trial')) return { slink, answer: null };
  if (isSchool && state?.startsWith(TRIAL_STATE)) {
    const error = searchParams.get('error');
    const body = {
      slink,
      state,
      ...(code ? { code } : { error: (error ?? '?').slice(0, 300) }),
      ...(iss ? { iss } : {}),
    };
    await client.call(authDriversApi.finishTrial, { body }, { messages: false }).catch(async (thrown) => {
      goBack((await loadTexts('errors'))(ApiError.from(thrown).code));
    });
    window.history.replaceState(window.history.state, '', `/sso-verify/${slink}`);
    return { slink, answer: null };
  }
  if (isSchool && searchParams.has('error')) return goBack(t('sso.cancelled'));
  if (!isSchool || !code) return goBack(t('sso.incomplete'));
  const body = { slink, code, state: state || '-', ...(iss ? { iss } : {}) };
  const answer = await client.call(authDriversApi.finish, { body }, { messages: false }).catch(async (thrown) => {
    const { code } = ApiError.from(thrown);
    const words = await loadTexts('errors');
    return goBack(code === 'no_auth_driver' ? t('sso.notOffered') : words(code));
  });
  if (answer.tfa_mode === '') {
    await keepSignIn(answer, { username: answer.username, stayLoggedIn: answer.stay_logged_in });
    throw replace(takeWantedPath());
  }
  // The code is used up: neither the address bar nor the history keeps it.
  window.history.replaceState(window.history.state, '', `/sso-verify/${slink}`);
  return { slink, answer };
}

/** The part of an address that may go on: never the code. */
function brandingOf(search: string): string {
  const branding = new URLSearchParams(search).get('branding');
  return branding === null ? '' : `?${new URLSearchParams({ branding })}`;
}
