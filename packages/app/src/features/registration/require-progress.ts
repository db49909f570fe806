import { type LoaderFunctionArgs, redirect } from 'react-router';
import { toSchoolTarget, withBranding } from '../../kernel/guards.ts';
import { canShow, nextStep, progressStore } from './progress.ts';

/** Without a school the search, without a code the sign-in, and no page before those ahead of it are done (P-2.54). */
export function requireProgress({ request, params: { slink, step } }: LoaderFunctionArgs): null {
  const { search } = new URL(request.url);
  const target = toSchoolTarget(slink, search);
  if (target !== null) throw redirect(target);
  const { progress } = progressStore.getState();
  if (progress?.registration.school.slink !== slink) throw redirect(withBranding(`/${slink}/login`, search));
  if (progress && !canShow(progress, step)) throw redirect(`/${slink}/registration/${nextStep(progress)}`);
  return null;
}
