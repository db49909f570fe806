import type { Period } from '@kreide/core/features/structure';
import {
  type Box,
  type Card,
  type CardValue,
  type Entity,
  type Formats,
  lookOf,
  type Occurrence,
  toCard,
  toMoveText,
} from '@kreide/core/features/timetable';
import type { TranslateIn } from '@kreide/core/kernel';
import type { PdfDocument } from '../../../kernel/files/pdf.ts';
import { clean, type Frame, fitted, linesOf, type Run, widthOf, write } from './words-on-paper.ts';

/** Points: nothing of a course is smaller. */
export const SMALLEST = 8.5;
const LARGEST = 10.5;
const PADDING = 4;
const LEADING = 1.2;
/** Between the columns of courses at the same time. */
const GAP = 8;

export interface BoxWords {
  readonly t: TranslateIn<'timetable'>;
  readonly formats: Formats;
  readonly entity: Entity;
  readonly times: readonly Period[];
}

const ROUND = 3;

/** The edge of a box says its state without colour: dashed moved, hatched cancelled, doubled additional or an event. */
function drawEdge(document: PdfDocument, { x, y, width, height }: Frame, look: ReturnType<typeof lookOf> | null): void {
  document.lineWidth(0.8).strokeColor('#000000');
  if (look === 'CANCLED') {
    document.save().roundedRect(x, y, width, height, ROUND).clip().lineWidth(0.4).strokeColor('#b4b4b4');
    for (let at = x - height; at < x + width; at += 7) document.moveTo(at, y + height).lineTo(at + height, y);
    document.stroke().restore();
  }
  if (look === 'MOVED_FROM' || look === 'MOVED_TO') document.dash(2.5, { space: 2 });
  document.roundedRect(x, y, width, height, ROUND).stroke();
  document.undash();
  if (look === 'ADDITIONAL' || look === 'EVENT')
    document.roundedRect(x + 1.8, y + 1.8, width - 3.6, height - 3.6, ROUND).stroke();
}

/** Old and new value; the old one leaves first, then the name for the code. */
function valueRuns(document: PdfDocument, value: CardValue, width: number, size: number, isBold: boolean): Run[] {
  const now = (text: string): Run => ({ text: clean(text), isBold });
  const old: Run[] = value.before === null ? [] : [{ text: clean(value.before), isStruck: true }];
  const tries = [[...old, now(value.text)], [...old, now(value.code)], [now(value.text)], [now(value.code)]];
  const found = tries.find((runs) => widthOf(document, runs, size) <= width);
  return found ?? [now(fitted(document, clean(value.code), width, size, isBold))];
}

/** Subject at the left, room at the right of one line; the room has its place first. */
function writeTitle(
  document: PdfDocument,
  card: Card,
  frame: Frame,
  size: number,
  isGone: boolean,
  noRoom: string,
): void {
  const { subject, place } = card;
  const room: Run[] = place
    ? valueRuns(
        document,
        place.text === '' ? { ...place, text: noRoom, code: noRoom } : place,
        frame.width * 0.62,
        size,
        true,
      )
    : [];
  const taken = room.length > 0 ? widthOf(document, room, size) : 0;
  const left = Math.max(12, frame.width - taken - (taken > 0 ? 4 : 0));
  const words = valueRuns(document, subject, left, size, true).map((run) =>
    isGone ? { ...run, isStruck: true } : run,
  );
  write(document, words, frame.x, frame.y, size);
  if (room.length > 0) write(document, room, frame.x + frame.width - taken, frame.y, size);
}

function drawLesson(document: PdfDocument, { lesson, date }: Occurrence, frame: Frame, words: BoxWords): void {
  const { t, formats, entity, times } = words;
  const look = lookOf(lesson);
  const card = toCard(lesson, entity);
  const note = lesson.comment && lesson.comment !== lesson.meta.displayname ? lesson.comment : '';
  // The note says more than the word for it, and an event has its double edge.
  const isTold = look === 'regular' || (note !== '' && (look === 'MESSAGE' || look === 'EVENT'));
  const state = isTold ? '' : clean(toMoveText(lesson, date, times, t, formats) || formats.looks[look]);
  const wanted = 1 + (card.people ? 1 : 0) + (state ? 1 : 0) + (note ? 1 : 0);
  const room = (size: number) => Math.max(1, Math.floor(frame.height / (size * LEADING)));
  let size = LARGEST;
  while (size > SMALLEST && room(size) < wanted) size -= 0.5;
  const lines = room(size);
  writeTitle(document, card, frame, size, look === 'CANCLED' || look === 'MOVED_TO', t('noRoom'));
  let at = 1;
  const line = (runs: readonly Run[]) => {
    write(document, runs, frame.x, frame.y + at * size * LEADING, size);
    at += 1;
  };
  // The teacher leaves where the state needs the line.
  if (card.people && lines - at > (state ? 1 : 0)) {
    const { people } = card;
    const said = people.text === '' ? { ...people, text: t('noTeacher'), code: t('brief_noTeacher') } : people;
    line(valueRuns(document, said, frame.width, size, card.hasStrongPeople));
  }
  if (state && lines > at) {
    const isNarrow = widthOf(document, [{ text: state, isBold: true }], size) > frame.width;
    const said = (isNarrow && clean(toMoveText(lesson, date, times, t, formats, true))) || state;
    line([{ text: fitted(document, said, frame.width, size, true), isBold: true }]);
  }
  if (note && lines > at)
    for (const text of linesOf(document, note, frame.width, SMALLEST, lines - at)) line([{ text }]);
}

/** Courses at the same time, side by side: code, teacher, room; teachers leave first, and what has no place is counted. */
function drawCourses(
  document: PdfDocument,
  occurrences: readonly Occurrence[],
  frame: Frame,
  { entity }: BoxWords,
): void {
  const rows = Math.max(1, Math.floor(frame.height / (SMALLEST * LEADING)));
  const cells = occurrences.map(({ lesson }) => {
    const { subject, people, place } = toCard(lesson, entity);
    const isStruck = lookOf(lesson) === 'CANCLED';
    const code: Run = { text: clean(subject.code), isBold: true, isStruck };
    const room: Run[] = place?.code ? [{ text: clean(place.code), isBold: true }] : [];
    const teacher: Run[] = people?.code ? [{ text: clean(people.code) }] : [];
    return { long: [code, ...teacher, ...room], short: [code, ...room], least: [code] };
  });
  const columns = Math.ceil(cells.length / rows);
  const widthFor = (count: number) => (frame.width - (count - 1) * GAP) / count;
  const fits = (count: number, form: 'long' | 'short' | 'least') =>
    cells.every((cell) => widthOf(document, cell[form], SMALLEST) <= widthFor(count));
  const form = (['long', 'short', 'least'] as const).find((one) => fits(columns, one));
  // The last cell tells how many there was no place for.
  let used = columns;
  while (!form && used > 1 && !fits(used, 'short')) used -= 1;
  const width = widthFor(used);
  const places = used * rows;
  const shown = cells.length > places ? cells.slice(0, places - 1) : cells;
  const put = (runs: readonly Run[], place: number) => {
    const x = frame.x + Math.floor(place / rows) * (width + GAP);
    write(document, runs, x, frame.y + (place % rows) * SMALLEST * LEADING, SMALLEST);
  };
  shown.forEach((cell, place) => {
    const runs = cell[form ?? 'short'];
    const [code] = cell.least;
    put(
      widthOf(document, runs, SMALLEST) <= width || !code
        ? runs
        : [{ ...code, text: fitted(document, code.text, width, SMALLEST, true) }],
      place,
    );
  });
  if (shown.length < cells.length) put([{ text: `+${cells.length - shown.length}`, isBold: true }], places - 1);
}

/** A box of the week: its edge as ornament, its words as one paragraph. */
export function drawBox(document: PdfDocument, { occurrences }: Box, place: Frame, words: BoxWords): void {
  const [first] = occurrences;
  if (!first) return;
  const isOne = occurrences.length === 1;
  document.markContent('Artifact', { type: 'Layout' });
  drawEdge(document, place, isOne ? lookOf(first.lesson) : null);
  document.endMarkedContent();
  const frame = {
    x: place.x + PADDING,
    y: place.y + PADDING,
    width: place.width - 2 * PADDING,
    height: place.height - 2 * PADDING + 1,
  };
  document.addStructure(
    document.struct('P', {}, () => {
      document.fillColor('#000000');
      if (isOne) drawLesson(document, first, frame, words);
      else drawCourses(document, occurrences, frame, words);
    }),
  );
}
