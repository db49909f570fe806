/** `validations.custom` of a language: messages by field, then by rule. */
export type CustomMessages = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** One rule of a field, bound to its parameters: `{ name: 'isAfter', holds: (value) => isAfter(value, begin) }`. */
export interface FieldRule {
  name: string;
  holds: (value: unknown) => boolean;
}

/** A rule that does not hold; the field is invalid even without a message (P-5.13). */
export interface FieldFailure {
  rule: string;
  message: string | undefined;
}

/**
 * The rules of a field that do not hold, in their order, each with the message found for this field and rule (P-5.12).
 * Where there is none, `warn` gets the missing key and the failure stays (P-5.13).
 */
export function toFailures(
  field: string,
  value: unknown,
  rules: readonly FieldRule[],
  messages: CustomMessages,
  warn: (text: string) => void,
): FieldFailure[] {
  return rules
    .filter((rule) => !rule.holds(value))
    .map(({ name }) => {
      const message = messages[field]?.[name];
      if (message === undefined) warn(`validations.custom.${field}.${name} has no message`);
      return { rule: name, message };
    });
}
