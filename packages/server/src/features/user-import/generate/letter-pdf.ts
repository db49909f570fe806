import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { createPdf } from '../../../kernel/files/pdf.ts';
import type { Letters } from './collect-letters.ts';
import { writeLetter } from './letter-page.ts';

/** The letters as one PDF, a page for each person, written while it is read; others get their turn between two pages. */
export function writeLetters(letters: Letters): Readable {
  const { school, people, say } = letters;
  const title = say(school.language)('letters:documentTitle', { school: school.name });
  const document = createPdf({ lang: school.language, title });
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
