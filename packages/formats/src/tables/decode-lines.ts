import { decodeRaw, decodeStrictUtf8, type Encoding, readBom } from './text.ts';

/** A decoded list, and how certain its encoding is. */
export interface Decoded {
  readonly text: string;
  readonly encoding: Encoding;
  /** `certain`: a mark, or valid UTF-8; `guessed`: Windows-1252; `mixed`: both in one file. */
  readonly certainty: 'certain' | 'guessed' | 'mixed';
  /** 1-based lines that were read as Windows-1252 in a file of UTF-8. */
  readonly odd_lines: readonly number[];
}

/**
 * Decodes a list that several programs may have written into. It tries a byte order mark and UTF-16, then UTF-8. If only
 * some lines are UTF-8, it decodes each line by itself. No letter is lost: any other line is read as Windows-1252. Never
 * fails.
 */
export function decodeLines(bytes: Uint8Array): Decoded {
  const whole = decodeRaw(bytes);
  if (readBom(bytes) || whole.encoding !== 'windows-1252') return { ...whole, certainty: 'certain', odd_lines: [] };
  const windows = new TextDecoder('windows-1252');
  const lines: string[] = [];
  const odd_lines: number[] = [];
  let hasUtf8 = false;
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(0x0a, from);
    const line = bytes.subarray(from, at < 0 ? bytes.length : at);
    const text = decodeStrictUtf8(line);
    if (text === null) odd_lines.push(lines.length + 1);
    else if (text.length < line.length) hasUtf8 = true;
    lines.push(text ?? windows.decode(line));
    from = at < 0 ? bytes.length + 1 : at + 1;
  }
  if (!hasUtf8) return { ...whole, certainty: 'guessed', odd_lines: [] };
  return { text: lines.join('\n').replaceAll('\0', ''), encoding: 'utf-8', certainty: 'mixed', odd_lines };
}
