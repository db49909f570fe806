import type { Readable } from 'node:stream';
import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import { layoutWeek, marksOf, percentOf, scaleOf, toFormats, toOccurrences } from '@kreide/core/features/timetable';
import { isoWeekOf, type Language, type Translate, toLocal, toTime, translateIn, writeDate } from '@kreide/core/kernel';
import { createPdf, type PdfDocument } from '../../../kernel/files/pdf.ts';
import { drawBox } from './boxes.ts';
import type { BookletEntry, BookletPlan } from './read-plans.ts';
import { clean, fitted } from './words-on-paper.ts';

const LEFT = 34;
const RIGHT = 841.89 - 34;
const WIDTH = RIGHT - LEFT;
const TOP = 92;
const BOTTOM = 595.28 - 44;
const AXIS = 52;
const GAP = 5;
/** Points of what stands at the edge of a page. */
const SMALL = 8.5;
/** Points of the word that lies across a page of a draft. */
const DRAFT_SIZE = 150;
/** Names on a page of contents: columns and rows. */
const COLUMNS = 4;
const ROWS = 28;
/** What is written and not yet taken away waits up to so many bytes, before the next plan is read. */
const WAITING_MAXIMUM = 1024 ** 2;

export interface BookletContent {
  readonly school: string;
  readonly entries: readonly BookletEntry[];
  /** The days of the week. */
  readonly dates: readonly string[];
  readonly isChanged: boolean;
  /** Of the version whose draft is drawn, which each page says; null: the plan in force. */
  readonly draftNumber: number | null;
  readonly now: Date;
  readonly zone: string;
  readonly language: Language;
  readonly t: Translate;
  readonly read: (entry: BookletEntry) => BookletPlan;
  /** Hears after each plan how many are written. */
  readonly told?: (done: number) => void | Promise<void> | undefined;
}

/** The booklet as PDF, written while it is read: no more than a few pages are held, however many plans there are. */
export function writeBooklet(content: BookletContent): Readable {
  const { entries, language, read, told } = content;
  const words = headWords(content);
  const document = createPdf({ lang: language, title: `${words.title} · ${words.school}` });
  const writing = async () => {
    const pages = createPages(document, words);
    pages.contents(entries);
    let done = 0;
    for (const entry of entries) {
      while (document.readableLength > WAITING_MAXIMUM && !document.destroyed) await pause(5);
      if (document.destroyed) return;
      pages.plan(entry, read(entry), content);
      done += 1;
      await told?.(done);
      await breathe();
    }
    document.end();
  };
  writing().catch((error: Error) => document.destroy(error));
  return document;
}

/** What is the same on all pages. */
function headWords({ school, entries, dates, isChanged, draftNumber, now, zone, language, t }: BookletContent) {
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const { date, minutes } = toLocal(now, zone);
  const [from, to] = [first, last].map((one) => writeDate(language, one, 'medium'));
  const listed = entries.length > 1 ? Math.ceil(entries.length / (COLUMNS * ROWS)) : 0;
  return {
    t,
    school: clean(school),
    title: t('planner:booklet.title'),
    week: `${t('timetable:weekNumber', { week: isoWeekOf(first) })} · ${from} – ${to}`,
    draft: draftNumber === null ? '' : t('planner:state.DRAFT'),
    version: draftNumber === null ? '' : t('planner:booklet.draft', { number: draftNumber }),
    state: `${t(isChanged ? 'planner:booklet.withChanges' : 'planner:booklet.base')} · ${t('timetable:printedAt', {
      date: writeDate(language, date, 'weekdayShort'),
      time: toTime(minutes),
    })}`,
    legend: isChanged ? t('timetable:printLegend') : '',
    /** Pages of contents before the plans. */
    listed,
    pages: Math.max(1, listed + entries.length),
  };
}

const toMark = (at: number) => `plan-${at}`;

function createPages(document: PdfDocument, words: ReturnType<typeof headWords>) {
  const { t } = words;
  let number = 0;
  let drawn = 0;
  const ornament = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' });
    draw();
    document.endMarkedContent();
  };
  const put = (
    text: string,
    x: number,
    y: number,
    size: number,
    options: { isBold?: boolean; width?: number; isEnd?: boolean } = {},
  ) => {
    const { isBold = false, width = WIDTH, isEnd = false } = options;
    document
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor('#000000');
    document.text(fitted(document, text, width, size, isBold), x, y, {
      width: width + 1,
      lineBreak: false,
      align: isEnd ? 'right' : 'left',
    });
  };
  const structured = (tag: 'H1' | 'P', draw: () => void) => document.addStructure(document.struct(tag, {}, draw));

  /** Who holds any page knows that it is no plan that holds: across it in pale letters, and framed at its head. */
  function markDraft(): void {
    const [middle, centre] = [LEFT + WIDTH / 2, (TOP + BOTTOM) / 2];
    ornament(() => {
      document
        .save()
        .rotate(-24, { origin: [middle, centre] })
        .font('bold')
        .fontSize(DRAFT_SIZE)
        .fillColor('#e6e6e6');
      const width = document.widthOfString(words.draft);
      document.text(words.draft, middle - width / 2, centre - DRAFT_SIZE / 2, { lineBreak: false }).restore();
      const wide = document.font('bold').fontSize(11).widthOfString(words.version) + 16;
      document
        .lineWidth(1.2)
        .strokeColor('#000000')
        .rect(RIGHT - wide, 9, wide, 19)
        .stroke();
    });
    structured('P', () => put(words.version, LEFT, 13, 11, { isBold: true, width: WIDTH - 8, isEnd: true }));
  }

  /** A new page with its head and foot. */
  function open(title: string): void {
    document.addPage({ size: 'A4', layout: 'landscape', margin: 0 });
    number += 1;
    if (words.draft !== '') markDraft();
    structured('H1', () => put(title, LEFT, 26, 20, { isBold: true, width: WIDTH * 0.56 }));
    structured('P', () => {
      put(words.school, LEFT, 52, 9.5, { width: WIDTH * 0.56 });
      put(words.week, LEFT + WIDTH * 0.58, 32, 11, { isBold: true, width: WIDTH * 0.42, isEnd: true });
      put(words.state, LEFT + WIDTH * 0.58, 52, 9.5, { width: WIDTH * 0.42, isEnd: true });
    });
    ornament(() => {
      document.lineWidth(0.8).strokeColor('#000000').moveTo(LEFT, 69).lineTo(RIGHT, 69).stroke();
      put(words.legend, LEFT, BOTTOM + 12, SMALL, { width: WIDTH * 0.8 });
      const page = t('planner:booklet.page', { number, total: words.pages });
      put(page, LEFT + WIDTH * 0.8, BOTTOM + 12, SMALL, { width: WIDTH * 0.2, isEnd: true });
    });
  }

  return {
    contents(entries: readonly BookletEntry[]): void {
      if (entries.length === 0) {
        open(words.title);
        structured('P', () => put(t('planner:booklet.none'), LEFT, TOP, 11));
      }
      for (let page = 0; page < words.listed; page += 1) {
        open(page === 0 ? `${words.title}: ${t('planner:booklet.contents')}` : t('planner:booklet.contents'));
        const width = WIDTH / COLUMNS;
        entries.slice(page * COLUMNS * ROWS, (page + 1) * COLUMNS * ROWS).forEach(({ name }, at) => {
          const [x, y] = [LEFT + Math.floor(at / ROWS) * width, TOP - 6 + (at % ROWS) * 16];
          const place = page * COLUMNS * ROWS + at;
          structured('P', () => {
            put(clean(name), x, y, 10, { width: width - 50 });
            put(`${words.listed + place + 1}`, x + width - 46, y, 10, { width: 26, isEnd: true });
          });
          document.goTo(x, y - 2, width - 18, 15, toMark(place));
        });
      }
    },

    plan(entry: BookletEntry, plan: BookletPlan, { dates, language, t: say }: BookletContent): void {
      const title = clean(entry.name);
      open(title);
      document.addNamedDestination(toMark(drawn));
      document.outline.addItem(title);
      drawn += 1;
      const occurrences = toOccurrences(plan.lessons, { begins_at: dates[0] ?? '', ends_at: dates.at(-1) ?? '' });
      const own = translateIn(say, 'timetable');
      const formats = toFormats(own, language);
      const scale = scaleOf(
        occurrences.map(({ lesson }) => lesson),
        plan.times,
      );
      const yOf = (minutes: number) => TOP + (percentOf(scale, minutes) / 100) * (BOTTOM - TOP);
      const column = (WIDTH - AXIS + GAP) / dates.length;
      for (const mark of marksOf(plan.times, scale)) {
        ornament(() => {
          const y = yOf(mark.begins);
          document
            .lineWidth(0.6)
            .strokeColor('#000000')
            .moveTo(LEFT, y)
            .lineTo(LEFT + AXIS - GAP, y)
            .stroke();
          if (mark.hour !== null) put(clean(mark.hour), LEFT, y + 3, 11, { isBold: true, width: 18 });
          put(toTime(mark.begins), LEFT + 19, y + 3, SMALL, { width: 27, isEnd: true });
          if (mark.hour !== null && yOf(mark.ends) - y > 24)
            put(toTime(mark.ends), LEFT + 19, y + 13, SMALL, { width: 27, isEnd: true });
        });
      }
      layoutWeek(occurrences, dates).forEach(({ date, boxes }, day) => {
        const x = LEFT + AXIS + day * column;
        structured('P', () => put(formats.date(date), x, 75, 9.5, { isBold: true, width: column - GAP }));
        const words = { t: own, formats, entity: entry.entity, times: plan.times };
        for (const box of boxes) {
          const lane = (column - GAP) / box.lanes;
          const y = yOf(box.begins);
          const place = { x: x + box.lane * lane, y, width: box.span * lane - 1, height: yOf(box.ends) - y - 1.5 };
          drawBox(document, box, place, words);
        }
        if (boxes.length > 0) return;
        const free = plan.holidays.find(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at);
        structured('P', () => put(clean(free?.name ?? own('noLessonsDay')), x, TOP + 4, 9.5, { width: column - GAP }));
      });
    },
  };
}
