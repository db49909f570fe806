import type { LessonRecord, PeriodReading, PlacementRecord, Weeks } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import type { Findings } from '../../findings.ts';
import { toLineKey, toPartKey } from '../lesson-key.ts';
import type { Block, Content, CouplingRow, Place } from './blocks.ts';
import { attempt, BadLine, refuse } from './lines.ts';

export interface Term {
  number: number;
  begins_at: string;
  ends_at: string;
}

interface About {
  file: string;
  findings: Findings;
  terms: readonly Term[];
  year: { begins_at: string; ends_at: string };
  first_period: number;
  /** What each day of the file is; null: they are counted from Monday. */
  weekdays: readonly Weekday[] | null;
  reading: Exclude<PeriodReading, 'none'>;
}

/** A lesson in terms that follow each other without a change. */
interface Span {
  content: Content;
  terms: number[];
}

/** The same lesson in several terms: those in a row where nothing is different. */
function toSpans(block: Block, { terms }: About): Span[] {
  const placeOf = (number: number) => terms.findIndex((term) => term.number === number);
  const entries = [...block].sort(([a], [b]) => placeOf(a) - placeOf(b) || a - b);
  const spans: (Span & { said: string })[] = [];
  for (const [term, content] of entries) {
    const said = entries.length === 1 ? '' : JSON.stringify({ ...content, line: null }, withoutLines);
    const last = spans.at(-1);
    const follows = last !== undefined && placeOf(term) === placeOf(last.terms.at(-1)!) + 1;
    if (last?.said === said && follows) last.terms.push(term);
    else spans.push({ content, terms: [term], said });
  }
  return spans;
}

const withoutLines = (key: string, value: unknown) => (key === 'line' ? null : value);

interface Validity {
  begins_at: string | null;
  ends_at: string | null;
}

function overlap(a: Validity, b: Validity): boolean {
  const isBefore = (end: string | null, begin: string | null) => end !== null && begin !== null && end < begin;
  return !isBefore(a.ends_at, b.begins_at) && !isBefore(b.ends_at, a.begins_at);
}

/** When a lesson is valid: its own dates within those of its terms; the whole year is null. */
function toValidity({ content, terms }: Span, about: About): Validity {
  const dated = terms.map((number) => about.terms.find((term) => term.number === number));
  let { begins_at, ends_at } = about.year;
  if (about.terms.length > 0 && terms.some((number) => number > 0)) {
    if (dated.includes(undefined)) throw new BadLine('PE', 'unknown_reference');
    begins_at = dated[0]!.begins_at;
    ends_at = dated.at(-1)!.ends_at;
  }
  if (content.begins_at !== null && content.begins_at > begins_at) begins_at = content.begins_at;
  if (content.ends_at !== null && content.ends_at < ends_at) ends_at = content.ends_at;
  if (ends_at < begins_at) throw new BadLine('0U', 'outside_validity');
  return {
    begins_at: begins_at <= about.year.begins_at ? null : begins_at,
    ends_at: ends_at >= about.year.ends_at ? null : ends_at,
  };
}

/** One of a list by its place from 1; 0 is none. */
function oneOf(list: readonly string[], place: number): string {
  if (place === 0) return '';
  const code = list[place - 1];
  if (code === undefined) throw new BadLine('Uz', 'unknown_reference');
  return code;
}

/** A lesson without a matrix can be meant in one way only when nothing in it is there twice. */
function rowsOf({ line, rows, teachers, subjects, classes }: Content): CouplingRow[] {
  if (rows.length > 0) return rows;
  if (teachers.length > 1 || subjects.length > 1) throw new BadLine('Uz', 'missing_value');
  const all = classes.map((_, at) => at + 1);
  return [{ line, teacher: teachers.length, classes: all, subject: subjects.length, room: 0, course: '' }];
}

/**
 * The room of a row. One source counts them by row, another by the row's place in the lists of rooms: where both mean
 * another room, none is certain.
 */
function roomOf({ rooms }: Place, at: number, row: CouplingRow): { room: string; isSure: boolean } {
  const byRow = rooms[at] ?? '';
  if (row.room === 0 || row.room === at + 1) return { room: byRow, isSure: true };
  const byPlace = rooms[row.room - 1] ?? '';
  return byPlace === byRow ? { room: byRow, isSure: true } : { room: '', isSure: false };
}

/** The same classes at the same times. */
function isHeldTogether(a: LessonRecord, b: LessonRecord): boolean {
  const said = ({ grades, begins_at, ends_at, placements }: LessonRecord) =>
    JSON.stringify([grades, begins_at, ends_at, placements.map(({ weekday, hour, weeks }) => [weekday, hour, weeks])]);
  return said(a) === said(b);
}

const toWeeks = (label: string): Weeks => (label === '' ? { kind: 'every' } : { kind: 'label', label });

/** The lessons of a file, one for each row of a matrix. What cannot be used is reported with its line. */
export function toLessons(blocks: readonly Block[], about: About): LessonRecord[] {
  const lessons = new Map<string, LessonRecord>();
  let unclear = 0;

  const hourOf = ({ period }: Place): string => {
    const hour = about.reading === 'number' ? period : period - 1 + about.first_period;
    if (hour < about.first_period || hour > 99) throw new BadLine('UZ00', 'bad_period');
    return String(hour);
  };

  const placementOf = (place: Place, content: Content, at: number, row: CouplingRow): PlacementRecord => {
    const { room, isSure } = roomOf(place, at, row);
    if (!isSure) unclear += 1;
    const weeks = toWeeks(place.week || content.week);
    const bookables = room === '' ? [] : [room];
    const weekday = about.weekdays ? about.weekdays[place.weekday - 1] : place.weekday;
    if (weekday === undefined) throw new BadLine('UZ00', 'unknown_weekday');
    return { weekday, hour: hourOf(place), begins_at: null, ends_at: null, bookables, weeks };
  };

  /** Rows of one line with other classes have ids of their own; the same teacher in several rooms is one lesson. */
  const add = (record: LessonRecord) => {
    for (const external_id of [record.external_id, toPartKey(record.external_id, record.grades.join('~'))]) {
      const known = lessons.get(external_id);
      if (!known) {
        lessons.set(external_id, { ...record, external_id });
        return;
      }
      if (!isHeldTogether(known, record)) continue;
      for (const [at, { bookables }] of record.placements.entries()) {
        const own = known.placements[at]!;
        own.bookables = [...new Set([...own.bookables, ...bookables])];
      }
      return;
    }
    throw new BadLine('0U', 'duplicate_id');
  };

  const addSpan = ({ content, terms, validity }: Span & { validity: Validity }, isFirst: boolean) => {
    // A place that cannot be used is reported once, not for each row.
    const places = content.places.filter((place) => attempt(place.line, about, () => hourOf(place)) !== null);
    const rows = attempt(content.line, about, () => rowsOf(content)) ?? [];
    for (const [at, row] of rows.entries()) {
      attempt(row.line, about, () => {
        const subject = oneOf(content.subjects, row.subject);
        const teacher = oneOf(content.teachers, row.teacher);
        const classes = row.classes.map((place) => oneOf(content.classes, place));
        const grades = [...new Set(classes)].filter((code) => code !== '').sort();
        const key = toLineKey(content.number, subject, teacher);
        add({
          external_id: isFirst ? key : toPartKey(key, `T${terms.join('-')}`),
          subject: subject || null,
          grades,
          teachers: teacher === '' ? [] : [teacher],
          course: row.course || null,
          ...validity,
          comment: null,
          placements: places.map((place) => placementOf(place, content, at, row)),
        });
      });
    }
  };

  for (const block of blocks) {
    const spans = toSpans(block, about).flatMap((span) => {
      const validity = attempt(span.content.line, about, () => toValidity(span, about));
      return validity === null ? [] : [{ ...span, validity }];
    });
    for (const [at, span] of spans.entries()) {
      const other = spans.slice(0, at).find((earlier) => overlap(earlier.validity, span.validity));
      // Two terms at the same time say different things: neither is certain.
      if (other) attempt(span.content.line, about, () => refuse('PE', 'conflicting_rows'));
      else addSpan(span, at === 0);
    }
  }
  if (unclear > 0) about.findings.warn('rooms_unclear', { total: unclear });
  return [...lessons.values()];
}
