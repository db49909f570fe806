import type { Plain, TextsByFile } from './texts.generated.ts';

/** A file of `locales/<lang>` by its name. */
export type Namespace = keyof TextsByFile;

/**
 * The texts of a file, or of several together, by their keys, plural forms under one, with the values that each of them
 * names.
 */
export type TextsIn<Name extends Namespace> = (
  Name extends unknown
    ? (texts: TextsByFile[Name]) => void
    : never
) extends (texts: infer All) => void
  ? All
  : never;

/** Each file by the addresses of its texts. Made once per file: the compiler would sort thousands of them again for each use. */
type Addressed = {
  [Name in Namespace]: { [Key in keyof TextsByFile[Name] & string as `${Name}:${Key}`]: TextsByFile[Name][Key] };
};

/** The texts of a file, or of several together, by their addresses: `auth:login.title`. */
export type TextsAt<Name extends Namespace> = (
  Name extends unknown
    ? (texts: Addressed[Name]) => void
    : never
) extends (texts: infer All) => void
  ? All
  : never;

/** All texts by their address: file, colon, key: `auth:login.title`. */
export type Texts = TextsAt<Namespace>;

/**
 * Address of a text: file of `locales/<lang>`, colon, path of its key: `auth:login.title`. Plural forms share one
 * address.
 */
export type TextAddress = { [Name in Namespace]: `${Name}:${keyof TextsByFile[Name] & string}` }[Namespace];

/**
 * Says a text in the reader's language: `{{name}}` is filled in from the values, which a text that names some demands;
 * `count` chooses the plural form. A key that `locales/de` does not have does not compile.
 */
export type Translate<Known = Texts> = <Key extends keyof Known & string>(
  key: Key,
  ...values: Known[Key] extends readonly unknown[] ? Known[Key] : never
) => string;

/** Says the texts of a file, or of several, by their keys alone. */
export type TranslateIn<Name extends Namespace> = Translate<TextsIn<Name>>;

/** A typed `t` from a function that finds a text by its key, wherever it keeps them. */
export function toTranslate<Known = Texts>(
  say: (key: keyof Known & string, values: Readonly<Record<string, string | number>>) => string,
): Translate<Known> {
  return (key, ...values) => say(key, (values as Plain)[0] ?? {});
}

type Values = Readonly<Record<string, string | number>>;

/**
 * What a text is said with: large numbers as the language writes them (`replace` of i18next), while plural forms go by the
 * numbers. Smaller ones stay as they are, since four digits are often a year.
 */
export function writeNumbers<Given extends Values>(values: Given, language: string): Given & { replace?: Values } {
  const isLarge = (value: unknown) => typeof value === 'number' && Math.abs(value) >= 10_000;
  if (!Object.values(values).some(isLarge)) return values;
  const { format } = new Intl.NumberFormat(language);
  const written = Object.entries(values).map(([name, value]) => [name, isLarge(value) ? format(Number(value)) : value]);
  return { ...values, replace: Object.fromEntries(written) };
}

/** Says the texts of one file by their keys alone. */
export function translateIn<Name extends Namespace>(t: Translate, namespace: Name): TranslateIn<Name> {
  return toTranslate((key, values) => t(`${namespace}:${key}` as TextAddress, values));
}

/** The file in which a text stands. */
export function namespaceOf(address: TextAddress): Namespace {
  return address.slice(0, address.indexOf(':')) as Namespace;
}

/**
 * The texts below an address that must hold several, an object or an array, such as a whole file. Missing ones are logged and
 * thrown: a single text has its key as a stand-in, several have nothing (P-8.16).
 * @param found what stands there
 * @param log receives what is thrown
 */
export function requireTexts<T extends object>(
  found: T | string | null | undefined,
  address: string,
  log: (error: Error) => void = console.error,
): T {
  if (typeof found === 'object' && found !== null) return found;
  const error = new Error(`No texts ${address}`);
  log(error);
  throw error;
}
