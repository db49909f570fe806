import { type FieldRule, type RuleParams, toFailures } from '@kreide/core/validation';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from './use-translation.ts';

/** The message at an address, in the active language (P-5.14). */
const say = (address: string, params: RuleParams): string | undefined =>
  i18next.exists(address, params) ? i18next.t(address, params) : undefined;

const warn = (text: string): void => console.warn(text);

/**
 * The form rules of some fields (P-5.01), with their messages from the texts `validations`. Nothing is said before the
 * first `check`, which a submit makes; from then on each message follows what is typed. A field is also wrong where no
 * message exists: `errorOf` is then empty (P-5.13).
 */
export function useRules<Field extends string>(
  values: Readonly<Record<Field, unknown>>,
  rules: Readonly<Partial<Record<NoInfer<Field>, readonly FieldRule[]>>>,
) {
  useTranslation('validations');
  const [hasTried, setTried] = useState(false);
  const failuresOf = (field: Field) => toFailures(field, values[field], rules[field] ?? [], say, warn);
  return {
    /** Says from now on what is wrong; whether nothing is. */
    check: (): boolean => {
      setTried(true);
      return (Object.keys(values) as Field[]).every((field) => failuresOf(field).length === 0);
    },
    errorOf: (field: Field): string | undefined => {
      const [failure] = hasTried ? failuresOf(field) : [];
      return failure && (failure.message ?? '');
    },
  };
}
