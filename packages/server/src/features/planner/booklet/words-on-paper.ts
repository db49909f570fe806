import type { PdfDocument } from '../../../kernel/files/pdf.ts';

/** A place on a page, in points. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Run {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isStruck?: boolean;
}

/** One line: without control characters, and without those that turn the direction of what follows. */
export const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();

function choose(document: PdfDocument, isBold: boolean, size: number) {
  return document.font(isBold ? 'bold' : 'regular').fontSize(size);
}

export function widthOf(document: PdfDocument, runs: readonly Run[], size: number): number {
  const space = choose(document, false, size).widthOfString(' ');
  return runs.reduce(
    (sum, { text, isBold = false }, at) =>
      sum + (at > 0 ? space : 0) + choose(document, isBold, size).widthOfString(text),
    0,
  );
}

/** Writes runs side by side from a baseline's top left. */
export function write(document: PdfDocument, runs: readonly Run[], x: number, y: number, size: number): void {
  let left = x;
  for (const { text, isBold = false, isStruck = false } of runs) {
    choose(document, isBold, size).text(text, left, y, { lineBreak: false, strike: isStruck });
    left += choose(document, isBold, size).widthOfString(text) + choose(document, false, size).widthOfString(' ');
  }
}

/** The text, or as much of its beginning as fits, with dots. */
export function fitted(document: PdfDocument, text: string, width: number, size: number, isBold = false): string {
  const fits = (part: string) => widthOf(document, [{ text: part, isBold }], size) <= width;
  if (fits(text)) return text;
  const letters = [...text];
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(`${letters.slice(0, middle).join('')}…`)) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join('')}…`;
}

/** The whole lines of a note; what no line has room for ends with dots at the end of a line. */
export function linesOf(document: PdfDocument, text: string, width: number, size: number, most: number): string[] {
  const fits = (part: string) => widthOf(document, [{ text: part }], size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of clean(text).split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    // A word that is wider than a line is cut where the line ends.
    line = fitted(document, word, width, size);
    if (lines.length > most) break;
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  const shown = lines.slice(0, most);
  const last = shown.at(-1);
  if (last !== undefined)
    shown[most - 1] = fits(`${last} …`) ? `${last} …` : fitted(document, `${last}………`, width, size);
  return shown;
}
