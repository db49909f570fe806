/** The characters of Windows-1252 that stand at 0x80 to 0x9F; the five unused places are left out. */
const WINDOWS = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index))].flatMap(
    (char, index) => (char.charCodeAt(0) > 0x9f ? [[char, 0x80 + index] as const] : []),
  ),
);
const BY_BYTE = new Map([...WINDOWS].map(([char, byte]) => [byte, char]));
const TAIL = `\\u0080-\\u00bf${[...WINDOWS.keys()].join('')}`;

/**
 * UTF-8 read as Windows-1252 and saved again: `Ã¼` for ü, `â€“` for a dash. Only these beginnings are certain: no
 * language has `Ã` or `Â` before such a character.
 */
const CERTAIN = new RegExp(`[ÂÃ][${TAIL}]|â[€‚][${TAIL}]`, 'gu');
/** The same for other letters, where each character alone may be meant: `Ä‡`, `Ð¾`. */
const DOUBTFUL = new RegExp(`[Ä-ßà-ï][${TAIL}]`, 'gu');
/** All of these begin with one of these characters. Nearly every text has none of them: it is read once and stays as it is. */
const SUSPECT = new RegExp(`[\\u0080-\\u009f\\ufffd]|[Â-ï][${TAIL}]`);

function toByte(char: string): number {
  return WINDOWS.get(char) ?? char.charCodeAt(0);
}

function decodeTwice(found: string): string {
  const bytes = Uint8Array.from([...found], toByte);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return found;
  }
}

/** A text, and what was corrected in its encoding. */
export interface Mended {
  text: string;
  /** Number of characters that were corrected, and the word that contains the first of them. */
  mended: number;
  example: { before: string; after: string } | null;
  /** Number of characters that look wrong but stay, and the word that contains the first of them. */
  doubtful: number;
  doubt: string | null;
}

const wordAt = (text: string, at: number) => {
  const before = /[^\s;,"<>=]{0,20}$/.exec(text.slice(Math.max(0, at - 20), at))?.[0] ?? '';
  const after = /^[^\s;,"<>=]{0,20}/.exec(text.slice(at, at + 20))?.[0] ?? '';
  return before + after;
};

/**
 * Corrects what is certainly wrong about a decoded text: characters that were encoded twice, and control characters of
 * the range 0x80 to 0x9F, which Windows programs write for quotes, dashes and the euro.
 */
export function mendText(text: string): Mended {
  if (!SUSPECT.test(text)) return { text, mended: 0, example: null, doubtful: 0, doubt: null };
  let mended = 0;
  let example: Mended['example'] = null;
  const replace = (whole: string, pattern: RegExp, toAfter: (found: string) => string) =>
    whole.replace(pattern, (found: string, ...rest) => {
      const after = toAfter(found);
      if (after === found) return found;
      mended += 1;
      const at = rest.find((one) => typeof one === 'number') as number;
      example ??= { before: wordAt(whole, at), after: wordAt(whole, at).replace(found, after) };
      return after;
    });
  const once = replace(text, CERTAIN, decodeTwice);
  const clean = replace(once, /(?<![Ä-ßà-ï])[\u0080-\u009f]/gu, (found) => BY_BYTE.get(found.charCodeAt(0)) ?? found);
  const doubts = [...clean.matchAll(DOUBTFUL)].filter(([found]) => decodeTwice(found) !== found);
  const left = [...clean.matchAll(/[\u0080-\u009f\ufffd]/gu)];
  const first = left[0]?.index ?? doubts[0]?.index;
  return {
    text: clean,
    mended,
    example,
    doubtful: doubts.length + left.length,
    doubt: first === undefined ? null : wordAt(clean, first),
  };
}
