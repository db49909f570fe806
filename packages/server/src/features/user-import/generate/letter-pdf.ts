import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { Letters } from './collect-letters.ts';
import { writeLetter } from './letter-page.ts';

const fontOf = (name: string) => new URL(`../../../../fonts/${name}.ttf`, import.meta.url);
/** The typeface of the app, cut to the letters of the seven languages; read when the first letters are written. */
let fonts: { regular: Buffer; bold: Buffer } | null = null;
function readFonts() {
  fonts ??= { regular: readFileSync(fontOf('geist-regular')), bold: readFileSync(fontOf('geist-semibold')) };
  return fonts;
}

/** The letters as one PDF, a page for each person, written while it is read; others get their turn between two pages. */
export function writeLetters(letters: Letters): Readable {
  const { school, people, say } = letters;
  const document = new PDFDocument({
    ...{ size: 'A4', margin: 0, autoFirstPage: false, pdfVersion: '1.7', tagged: true, displayTitle: true },
    ...{
      lang: school.language,
      info: { Title: say(school.language)('letters:documentTitle', { school: school.name }) },
    },
  });
  const { regular, bold } = readFonts();
  document.registerFont('regular', regular);
  document.registerFont('bold', bold);
  const writing = async () => {
    for (const letter of people) {
      if (document.destroyed) return;
      writeLetter(document, letter, letters);
      await breathe();
    }
    document.end();
  };
  writing().catch((error: Error) => document.destroy(error));
  return document;
}
