import type { ApiError } from '@kreide/core/kernel';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

/** Why the server refused what a form sent, in words. */
export function useProblemWords(): (error: Pick<ApiError, 'code' | 'retryAfter'>) => string {
  const { t } = useTranslation('errors');
  return (error) => toReason(t, error);
}
