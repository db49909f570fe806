import type { ApiError } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';

/** Seconds to wait when the server names none. */
const USUAL_PAUSE = 30;

/** How long to wait, in words: from a minute and a half on in minutes. */
export function usePauseWords(): (seconds: number) => string {
  const { t } = useTranslation('auth');
  return (seconds) =>
    seconds > 90
      ? t('login.waitMinutes', { count: Math.ceil(seconds / 60) })
      : t('login.waitSeconds', { count: seconds });
}

/** Why the server refused what a form sent, in words. */
export function useProblemWords(): (error: ApiError) => string {
  const { t } = useTranslation('errors');
  const toPause = usePauseWords();
  return ({ code, retryAfter }) => (code === 'too_many' ? toPause(retryAfter ?? USUAL_PAUSE) : t(code));
}
