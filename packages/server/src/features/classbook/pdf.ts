import type { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { type Language, type Translate, writeDate } from '@kreide/core/kernel';
import { createPdf, type PdfDocument } from '../../kernel/files/pdf.ts';
import type { ExportedEntry } from './pdf-content.ts';

const INK = '#1d2421';
const SOFT = '#5b6661';
const RULE = '#d5dcd8';
const LEFT = 48;
const TOP = 52;
const WIDTH = 595.28 - 2 * LEFT;
const BOTTOM = 841.89 - 56;
/** Where the words of a lesson begin, beside its period. */
const INDENT = 34;

export interface PdfHead {
  readonly school: string;
  readonly year: string;
  readonly days: { begins_at: string; ends_at: string };
  readonly language: Language;
  readonly t: Translate;
}

interface Line {
  readonly text: string;
  readonly style?: 'bold' | 'soft';
}

/** The lines of a lesson, in the order in which they are read. */
function linesOf(entry: ExportedEntry, { t, language }: PdfHead): Line[] {
  const { head, topic, homeworks, absent, late, notices } = entry;
  const whom = [head.grades, head.teachers].map((units) => units.map(({ shortcut }) => shortcut).join(', '));
  return [
    { text: [head.name, ...whom].filter((part) => part !== '').join(' · '), style: 'bold' },
    { text: topic === '' ? t('classbook:pdf.noTopic') : topic, ...(topic === '' && { style: 'soft' as const }) },
    ...homeworks.map(({ text, due_at }) => ({
      text: t('classbook:pdf.homework', { date: writeDate(language, due_at, 'medium'), text }),
    })),
    ...(absent.length > 0 ? [{ text: t('classbook:pdf.absent', { names: absent.join(', ') }) }] : []),
    ...late.map(({ name, minutes }) => ({ text: t('classbook:pdf.late', { name, count: minutes }) })),
    ...notices.map(({ whom: about, message }) => ({ text: t('classbook:pdf.notice', { whom: about, message }) })),
  ];
}

/** A class book as PDF, written while it is read; others get their turn between two lessons. */
export function writeBook(entries: AsyncIterable<ExportedEntry>, head: PdfHead): Readable {
  const { school, year, days, language, t } = head;
  const title = t('classbook:pdf.title', { name: year });
  const document = createPdf({ lang: language, title });
  const page = createPage(document, `${school} · ${title}`, (number) => t('classbook:pdf.page', { number }));
  const writing = async () => {
    page.add();
    page.write(title, { size: 20, bold: true });
    const from = writeDate(language, days.begins_at, 'medium');
    const to = writeDate(language, days.ends_at, 'medium');
    page.write(t('classbook:pdf.span', { school, from, to }), { size: 10.5, colour: SOFT, gap: 2 });
    let day = '';
    for await (const entry of entries) {
      if (document.destroyed) return;
      if (entry.head.date !== day) {
        day = entry.head.date;
        page.write(writeDate(language, day, 'long'), { size: 12.5, bold: true, gap: 18, keep: 60 });
        page.rule();
      }
      page.lesson(entry.head.hour ?? '', linesOf(entry, head));
      await breathe();
    }
    if (day === '') page.write(t('classbook:pdf.empty'), { size: 10.5, gap: 18 });
    document.end();
  };
  writing().catch((error: Error) => document.destroy(error));
  return document;
}

interface Style {
  size: number;
  bold?: boolean;
  colour?: string;
  /** Space above. */
  gap?: number;
  /** Goes to the next page if there is less room than this below. */
  keep?: number;
}

/** The longest beginning of a text that fits, by whole words: one word more would need another line. */
export function fittingLength(text: string, fits: (part: string) => boolean): number {
  const ends = [...text.matchAll(/\s+/g)].map(({ index, 0: gap }) => index + gap.length);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, ends[middle - 1]).trimEnd())) low = middle;
    else high = middle - 1;
  }
  // A word that is longer than a page is cut where it has to be.
  return low > 0 ? (ends[low - 1] as number) : Math.max(1, Math.min(ends[0] ?? text.length, 1000));
}

/** Writes lines below each other, each marked as a paragraph, and opens pages where one is full. */
function createPage(document: PdfDocument, running: string, pageOf: (number: number) => string) {
  let y = TOP;
  let number = 0;
  const ornament = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const add = () => {
    document.addPage();
    number += 1;
    y = TOP;
    ornament(() => {
      document.font('regular').fontSize(8.5).fillColor(SOFT);
      document.text(running, LEFT, 26, { width: WIDTH * 0.7, lineBreak: false, ellipsis: true });
      document.text(pageOf(number), LEFT, 26, { width: WIDTH, align: 'right', lineBreak: false });
    });
  };
  const put = (text: string, { size, bold = false, colour = INK }: Style, x: number, width: number) => {
    document.font(bold ? 'bold' : 'regular').fontSize(size);
    // Paragraphs that are longer than a page go on on the next one, from the end of a line.
    let rest = text;
    while (rest !== '') {
      const options = { width, lineGap: size * 0.22 };
      const all = document.heightOfString(rest, options);
      const room = BOTTOM - y;
      if (all > room && y > TOP) {
        add();
        document.font(bold ? 'bold' : 'regular').fontSize(size);
        continue;
      }
      const cut =
        all <= room ? rest.length : fittingLength(rest, (part) => document.heightOfString(part, options) <= room);
      const piece = rest.slice(0, cut);
      document.addStructure(
        document.struct('P', {}, () => {
          document
            .font(bold ? 'bold' : 'regular')
            .fontSize(size)
            .fillColor(colour);
          document.text(piece, x, y, options);
        }),
      );
      y += document.heightOfString(piece, options);
      rest = rest.slice(cut);
    }
  };
  return {
    add,
    write(text: string, style: Style) {
      y += style.gap ?? 0;
      if (style.keep !== undefined && y + style.keep > BOTTOM) add();
      put(text, style, LEFT, WIDTH);
    },
    rule() {
      y += 2;
      ornament(() =>
        document
          .lineWidth(0.6)
          .strokeColor(RULE)
          .moveTo(LEFT, y)
          .lineTo(LEFT + WIDTH, y)
          .stroke(),
      );
      y += 4;
    },
    lesson(hour: string, lines: readonly Line[]) {
      y += 5;
      if (y + 40 > BOTTOM) add();
      const top = y;
      if (hour !== '') put(hour, { size: 10.5, bold: true, colour: SOFT }, LEFT, INDENT - 6);
      y = top;
      for (const { text, style } of lines) {
        const look = {
          size: style === 'bold' ? 10.5 : 9.5,
          bold: style === 'bold',
          colour: style === 'soft' ? SOFT : INK,
        };
        put(text, look, LEFT + INDENT, WIDTH - INDENT);
      }
    },
  };
}
