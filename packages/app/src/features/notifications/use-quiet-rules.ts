import { rule } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';

/** Those of quiet hours that show what is wrong with them. */
export const QUIET_FIELDS = ['begins_at', 'ends_at'] as const;

interface Hours {
  begins_at: string | null;
  ends_at: string | null;
}
const NEVER: Hours = { begins_at: null, ends_at: null };

/** The rules of quiet hours: without both times there is no window; one alone would be kept and never be quiet. */
export function useQuietRules() {
  const problems = useFieldRules(({ begins_at, ends_at }: Hours) => ({
    begins_at: ends_at ? [rule('required')] : [],
    ends_at: begins_at ? [rule('required')] : [],
  }));
  return (quiet: Hours | null) => problems(quiet ?? NEVER);
}
