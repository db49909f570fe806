import type { QuietRule } from '@kreide/core/features/notifications';
import { rule } from '@kreide/core/validation';
import { useRules } from '../../kernel/use-rules.ts';

/** The rules of quiet hours: without both times there is no window; one alone would be kept and never be quiet. */
export function useQuietRules(quiet: QuietRule | null) {
  const { begins_at = null, ends_at = null } = quiet ?? {};
  return useRules(
    { begins_at, ends_at },
    { begins_at: ends_at ? [rule('required')] : [], ends_at: begins_at ? [rule('required')] : [] },
  );
}
