import type { Issue } from '@kreide/core/kernel';

/** What is wrong, in words; an empty text marks a field as wrong without words. Without a field it concerns the whole form. */
export interface FormProblem<Field extends string = string> {
  field: Field | null;
  text: string;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether two values of a form say the same: plain objects and lists by what is in them, everything else by identity. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameValue(one[key], other[key]))
  );
}

/**
 * The field of a form that a path of the server's answer means: `body.title` is `title`, `body.users.3` is `users`, and
 * `body.account.password` is `password`. Null: the form shows no such field.
 */
export function toField<Field extends string>(path: string, fields: readonly Field[]): Field | null {
  const parts = path.replace(/^(body|query|params)\./, '').split('.');
  const names = [parts.join('.'), parts[0], parts.at(-1)];
  return fields.find((field) => field === names[0]) ?? fields.find((field) => names.includes(field)) ?? null;
}

/** The server's issues at the fields of a form. */
export const toProblems = <Field extends string>(
  issues: readonly Issue[],
  fields: readonly Field[],
): FormProblem<Field>[] => issues.map(({ path, message }) => ({ field: toField(path, fields), text: message }));

/** Problems that the rules find come first; the server's words on a field stay while the rules find nothing there. */
export const joinProblems = <Field extends string>(
  found: readonly FormProblem<Field>[],
  issues: readonly FormProblem<Field>[],
): FormProblem<Field>[] => [
  ...found,
  ...issues.filter(({ field }) => field === null || found.every((one) => one.field !== field)),
];

/** The fields that are blank, each with what it asks for. */
export const blankProblems = <Field extends string>(
  values: Readonly<Record<Field, string>>,
  texts: Readonly<Partial<Record<NoInfer<Field>, string>>>,
): FormProblem<Field>[] =>
  (Object.entries(texts) as [Field, string][])
    .filter(([field]) => values[field].trim() === '')
    .map(([field, text]) => ({ field, text }));
