import type { FieldRule, RuleName, RuleParams } from './rules.ts';

/** A rule that does not hold; the field is invalid even without a message (P-5.13). */
export interface FieldFailure {
  rule: string;
  message: string | undefined;
}

/** The rules with a message that suits every field (P-5.01); all others are custom and need one for each field. */
export const GENERAL_RULES: ReadonlySet<string> = new Set<RuleName>([
  'required',
  'min',
  'max',
  'min_value',
  'max_value',
  'is',
  'url',
  'email',
  'regex',
  'numeric',
  'length',
]);

/**
 * The rules of a field that do not hold, in their order, each with its message: the one of this field and rule
 * (`validations:custom.<field>.<rule>`, P-5.12), else that of a general rule (`validations:messages.<rule>`). Where
 * there is none, `warn` gets the missing key and the failure stays (P-5.13).
 * @param say the text at an address in the active language (P-5.14); undefined when there is none
 */
export function toFailures(
  field: string,
  value: unknown,
  rules: readonly FieldRule[],
  say: (address: string, params: RuleParams) => string | undefined,
  warn: (text: string) => void,
): FieldFailure[] {
  return rules
    .filter((rule) => !rule.holds(value))
    .map(({ name, params = {} }) => {
      const custom = `validations:custom.${field}.${name}`;
      const general = GENERAL_RULES.has(name) ? say(`validations:messages.${name}`, params) : undefined;
      const message = say(custom, params) ?? general;
      if (message === undefined) warn(`${custom} has no message`);
      return { rule: name, message };
    });
}
