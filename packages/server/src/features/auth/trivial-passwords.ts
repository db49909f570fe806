import { COMMON_WORDS, RUNS } from './common-passwords.ts';

/** Most characters that may be added to a word before it is one of a password's own: digits, a year, signs. */
const ADDED_MAXIMUM = 4;
/** Own words shorter than this are in too many others. */
const OWN_MINIMUM = 3;

/** Small letters without accents; `ß` and Turkish letters as people type them. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFC');

const SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** The letters that signs stand for: `p@ssw0rd`. */
const spell = (text: string): string => text.replace(/[013457@$!]/g, (sign) => SIGNS[sign] ?? sign);

/** Without what is added before and after the word. */
const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const ROWS = RUNS.map(fold).flatMap((row) => [row, [...row].reverse().join('')]);

/** Runs of rows, forwards or backwards, in pieces of at least three: `qwertz123`, `abcd4321`. */
function isOfRuns(text: string): boolean {
  let rest = text;
  while (rest.length >= 3) {
    const size = Math.max(...ROWS.map((row) => sharedRun(row, rest)));
    if (size < 3) return false;
    rest = rest.slice(size);
  }
  return true;
}

/** How many characters at the beginning of a text are in this order in a row. */
function sharedRun(row: string, text: string): number {
  let size = 0;
  while (size < text.length && row.includes(text.slice(0, size + 1))) size += 1;
  return size;
}

/** The same few characters again and again: `aaaaaaaa`, `abcabcabc`, `12121212`. */
const isRepeated = (text: string): boolean => /^(.{1,4}?)\1+.{0,3}$/u.test(text) && new Set(text).size <= 4;

/** A date or a number alone. */
const isNumber = (text: string): boolean => /^[\d\s./-]+$/.test(text) && text.replace(/\D/g, '').length <= 10;

/**
 * Is this one of the passwords that are tried first? Words of published breaches, with digits and signs added or in the place of
 * letters, runs of the keyboard, repetitions, dates, and what everybody knows of the account: `own`, its names and those of the
 * school. Works offline.
 */
export function isTrivialPassword(password: string, own: readonly (string | null)[]): boolean {
  const text = fold(password.trim());
  const packed = text.replace(/\s/g, '');
  if (isNumber(text) || isRepeated(packed) || isOfRuns(packed)) return true;
  const words = own
    .flatMap((name) => (name === null ? [] : [fold(name), ...fold(name).split(/[^\p{L}\d]+/u)]))
    .flatMap((name) => [name.replace(/\s/g, ''), bare(name.replace(/\s/g, ''))])
    .filter((word) => word.length >= OWN_MINIMUM);
  const known = new Set(words);
  return [packed, spell(packed), spell(bare(packed))].some((form) => {
    const word = bare(form);
    const added = packed.length - word.length;
    if (known.has(form)) return true;
    return added <= Math.max(ADDED_MAXIMUM, word.length) && (isWord(word, known) || isWordTwice(word, known));
  });
}

const isWord = (word: string, own: ReadonlySet<string>): boolean =>
  COMMON_WORDS.has(word) || own.has(word) || isOfLongRun(word);

const isOfLongRun = (word: string): boolean => word.length >= 5 && isOfRuns(word);

/** Two of them are hardly more than one: `adaadaada`, `passwordada`. */
function isWordTwice(text: string, own: ReadonlySet<string>): boolean {
  for (let at = OWN_MINIMUM; at <= text.length - OWN_MINIMUM; at += 1)
    if (own.has(text.slice(0, at)) && own.has(text.slice(at))) return true;
  return false;
}
