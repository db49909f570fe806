const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const SINGLE = /[ßæœøłđðþı]/gu;
const MARKS = /\p{Mark}+/gu;

/** A header for comparison: `Date de naissance (jj/mm/aaaa)*` is `datedenaissance`, `Schüler-ID` is `schuelerid`. */
export function foldHeader(header: string): string {
  return header
    .normalize('NFC')
    .replace(/\([^)]*\)|\[[^\]]*\]/gu, '')
    .toLowerCase()
    .replace(/[äöü]/gu, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    .replace(SINGLE, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const TITLES = /^(?:(?:prof|dr|dipl|mag|ing)\.?\s+)+/u;

/**
 * A name for comparison only: case, accents, `ä`/`ae`/`a`, hyphens, apostrophes and blanks do not matter, titles are
 * left out. What is stored is never folded.
 */
export function foldName(name: string): string {
  return foldWords(name).join('');
}

/** The words of a name, each folded: `Anna-Lena Marie` is anna, lena, marie. */
export function foldWords(name: string): string[] {
  return name
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(TITLES, '')
    .replace(SINGLE, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/['’ʼ`´]/gu, '')
    .replace(/([aou])e/gu, '$1')
    .replace(/aa/gu, 'a')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Can both be the first name of one person: equal, or one is the other's beginning (`Anna` and `Anna Maria`)? */
export function isCompatibleFirstname(one: string, other: string): boolean {
  const [a, b] = [foldWords(one), foldWords(other)];
  if (a.length === 0 || b.length === 0) return false;
  if (a.join('') === b.join('')) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((word, index) => word === long[index]);
}

/** Letters beyond ASCII: these rows lead a preview, because they show whether the file was read rightly. */
export function hasSpecialLetters(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text);
}
