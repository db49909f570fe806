import { type FieldRule, type RuleParams, toFailures } from '@kreide/core/validation';
import i18next from 'i18next';
import { useTranslation } from '../use-translation.ts';
import type { FormProblem } from './form-state.ts';

/** The message at an address, in the active language (P-5.14). */
const say = (address: string, params: RuleParams): string | undefined =>
  i18next.exists(address, params) ? i18next.t(address, params) : undefined;

const warn = (text: string): void => console.warn(text);

/** Rules of single fields, by the names of the fields. */
export type FieldRules<Field extends string> = Readonly<Partial<Record<Field, readonly FieldRule[]>>>;

/**
 * The form rules of single fields (P-5.01) as the `problems` of a form, with their messages from the texts `validations`. A
 * field is also wrong where no message exists: its text is then empty (P-5.13).
 * @param rules by field, or what makes them of the values where one field is measured by another
 */
export function useFieldRules<
  Field extends string,
  Values extends Readonly<Record<Field, unknown>> = Readonly<Record<Field, unknown>>,
>(rules: FieldRules<Field> | ((values: Values) => FieldRules<Field>)) {
  useTranslation('validations');
  return (values: Values): FormProblem<Field>[] => {
    const all = typeof rules === 'function' ? rules(values) : rules;
    return (Object.keys(all) as Field[]).flatMap((field) => {
      const [failure] = toFailures(field, values[field], all[field] ?? [], say, warn);
      return failure ? [{ field, text: failure.message ?? '' }] : [];
    });
  };
}
