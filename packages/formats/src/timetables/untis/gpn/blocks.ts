import type { Weekday } from '@kreide/core/kernel';
import { parseWeekday } from '../../calendar.ts';
import type { Findings } from '../../findings.ts';
import { attempt, BadLine, codeOf, dateOf, fieldsOf, type GpnLine, termsOf } from './lines.ts';

/** A row of the coupling matrix: places in the lists of the lesson, from 1; 0: none. */
export interface CouplingRow {
  line: GpnLine;
  teacher: number;
  classes: number[];
  subject: number;
  room: number;
  course: string;
}

/** Where a lesson is held. The period is as written: a number, or a place in the day. */
export interface Place {
  weekday: Weekday;
  period: number;
  week: string;
  /** One for each row of the matrix. */
  rooms: string[];
  line: GpnLine;
}

/** A lesson as it is in one term. */
export interface Content {
  line: GpnLine;
  number: string;
  week: string;
  begins_at: string | null;
  ends_at: string | null;
  subjects: string[];
  classes: string[];
  teachers: string[];
  rows: CouplingRow[];
  places: Place[];
}

/** A lesson by the terms that it is in; 0: the file names none. */
export type Block = Map<number, Content>;

const ALWAYS = 0;

/** Every other field names one: `,,"D",,"M"`. */
function listOf(line: GpnLine, key: string): string[] {
  const fields = fieldsOf(line);
  const list: string[] = [];
  for (let at = 1; at < fields.length; at += 2) list.push(codeOf(fields, at, key));
  return list;
}

/** The matrix has five numbers of two characters each before its first comma, then a tail of fields. */
function rowOf(line: GpnLine): CouplingRow {
  const [teacher, first, last, subject, room] = [0, 1, 2, 3, 4].map((at) => {
    const cell = line.text.slice(2 + 2 * at, 4 + 2 * at).trim();
    if (!/^\d{0,2}$/.test(cell)) throw new BadLine('Uz', 'bad_number');
    return Number(cell);
  }) as [number, number, number, number, number];
  // The first field ends with the letter before the first comma; the group is the eighth.
  const tail = fieldsOf(line);
  const listed = tail.slice(7).filter((cell) => /^\d{1,3}$/.test(cell.trim()));
  const range = first > 0 && last >= first ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : [];
  const classes = listed.length > 0 ? listed.map(Number) : range;
  return { line, teacher, classes, subject, room, course: codeOf(tail, 6, 'Uz') };
}

function placeOf(line: GpnLine): Place {
  const fields = fieldsOf(line);
  const [day = '', period = '', ...more] = (fields[0] ?? '').trim().split('/');
  const weekday = parseWeekday(day);
  if (weekday === null) throw new BadLine('UZ00', 'unknown_weekday');
  if (!/^\d{1,2}$/.test(period) || more.length > 0) throw new BadLine('UZ00', 'bad_period');
  const week = codeOf(fields, 1, 'UZ00').split('~~')[0]!.trim();
  const rooms = fields.slice(2).map((_, at) => codeOf(fields, at + 2, 'UZ00'));
  return { weekday, period: Number(period), week, rooms, line };
}

function lessonOf(line: GpnLine): Content {
  const fields = fieldsOf(line);
  const number = (fields[0] ?? '').trim();
  if (!/^\d{1,9}$/.test(number)) throw new BadLine('0U', 'bad_number');
  return {
    line,
    number: String(Number(number)),
    week: codeOf(fields, 2, '0U').trim(),
    begins_at: dateOf(fields, 8, '0U'),
    ends_at: dateOf(fields, 9, '0U'),
    subjects: [],
    classes: [],
    teachers: [],
    rows: [],
    places: [],
  };
}

/** Reads the lines of lessons, one after the other; `finish` gives all of them. */
export function lessonReader(of: { file: string; findings: Findings }) {
  const blocks: Block[] = [];
  let block: Block = new Map();
  let terms: readonly number[] = [ALWAYS];
  const close = () => {
    if (block.size > 0) blocks.push(block);
    block = new Map();
  };
  /** What a line adds to the lesson in each of its terms; one without its lesson is reported. */
  const add = <T>(line: GpnLine, read: () => T, into: (content: Content, read: T) => void) => {
    const taken = attempt(line, of, () => {
      const value = read();
      if (!terms.some((term) => block.has(term))) throw new BadLine('0U', 'unknown_reference');
      return { value };
    });
    if (taken === null) return;
    for (const term of terms) {
      const content = block.get(term);
      if (content) into(content, taken.value);
    }
  };
  return {
    /** `0pU` and every other `0p`: a lesson ends, another may begin. */
    begin(line: GpnLine) {
      close();
      const named = termsOf(line);
      terms = named.length > 0 ? named : [ALWAYS];
    },
    /** `PE`: what follows is for these terms. */
    setTerms(line: GpnLine) {
      const named = termsOf(line);
      if (named.length > 0) terms = named;
    },
    /** `0U` */
    lesson(line: GpnLine) {
      // A second one for the same terms is the next lesson.
      if (terms.some((term) => block.has(term))) close();
      const content = attempt(line, of, () => lessonOf(line));
      if (content === null) return;
      for (const term of terms) {
        const own = { subjects: [], classes: [], teachers: [], rows: [], places: [] };
        block.set(term, { ...content, ...own });
      }
    },
    /** `Uf`, `Uk`, `Ul` */
    list(line: GpnLine, of_: 'subjects' | 'classes' | 'teachers') {
      add(
        line,
        () => listOf(line, line.text.slice(0, 2)),
        (content, codes) => content[of_].push(...codes),
      );
    },
    /** `Uz` */
    row(line: GpnLine) {
      add(
        line,
        () => rowOf(line),
        (content, row) => content.rows.push(row),
      );
    },
    /** `UZ00` */
    place(line: GpnLine) {
      add(
        line,
        () => placeOf(line),
        (content, place) => content.places.push(place),
      );
    },
    finish(): Block[] {
      close();
      return blocks;
    },
  };
}
