/** Most characters of what is searched for in a chat. */
export const SEARCH_MAXIMUM = 100;
/** From how many letters on a word is found inside of others; shorter ones are found as whole words only. */
export const SEARCH_PART_MINIMUM = 3;
/** About how many characters of a found message are shown in the list. */
export const EXCERPT_LENGTH = 120;

const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ı: 'i' };

/**
 * A text as it is searched: small letters, umlauts written out, no accents, so that "Größe" and "groesse" are the same.
 * The database does the same (`kreide_search_text`).
 */
export function toSearchText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüßı]/g, (letter) => WRITTEN_OUT[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
}

/** A word that is searched for, as `toSearchText` writes it. */
export interface SearchWord {
  text: string;
  /** Found as a whole word only. */
  isWhole: boolean;
}

/** What somebody typed, as the words that all have to occur. */
export function toSearchWords(typed: string): SearchWord[] {
  const words = toSearchText(typed)
    .split(/\s+/u)
    .filter((text) => text !== '');
  return [...new Set(words)].map((text) => ({ text, isWhole: [...text].length < SEARCH_PART_MINIMUM }));
}

const LETTER = /[\p{L}\p{N}]/u;

/** From where to where a text is one of the words, in the order of the text and joined where they touch. */
function findHits(folded: string, words: readonly SearchWord[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const { text, isWhole } of words) {
    for (let from = folded.indexOf(text); from >= 0; from = folded.indexOf(text, from + text.length)) {
      const to = from + text.length;
      const isOpen = (at: string | undefined) => at === undefined || !LETTER.test(at);
      if (!isWhole || (isOpen(folded[from - 1]) && isOpen(folded[to]))) found.push([from, to]);
    }
  }
  found.sort(([one], [other]) => one - other);
  const joined: [number, number][] = [];
  for (const [from, to] of found) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** A part of a found text. */
export interface FoundPart {
  text: string;
  isHit: boolean;
}

/** About a line of a found text, from a little before its first hit, with the hits marked. */
export function toExcerpt(content: string, words: readonly SearchWord[], length = EXCERPT_LENGTH): FoundPart[] {
  const letters = [...content.normalize('NFC').replace(/\s+/gu, ' ').trim()];
  let folded = '';
  // Of each character of the folded text the letter that it was made of.
  const origin: number[] = [];
  letters.forEach((letter, index) => {
    const piece = toSearchText(letter);
    folded += piece;
    for (let count = 0; count < piece.length; count += 1) origin.push(index);
  });
  const hits = findHits(folded, words).map(([from, to]): [number, number] => [
    origin[from] ?? 0,
    (origin[to - 1] ?? 0) + 1,
  ]);
  const first = hits[0]?.[0] ?? 0;
  const begin = letters.length <= length ? 0 : Math.max(0, Math.min(first - 30, letters.length - length));
  const end = Math.min(letters.length, begin + length);
  const parts: FoundPart[] = [];
  const add = (text: string, isHit: boolean) => text !== '' && parts.push({ text, isHit });
  let at = begin;
  if (begin > 0) add('…', false);
  for (const [from, to] of hits) {
    if (to <= at || from >= end) continue;
    add(letters.slice(at, Math.max(at, from)).join(''), false);
    at = Math.min(end, to);
    add(letters.slice(Math.max(from, begin), at).join(''), true);
  }
  add(letters.slice(at, end).join(''), false);
  if (end < letters.length) add('…', false);
  return parts;
}
