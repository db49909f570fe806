import type {
  LessonRecord,
  PlacementRecord,
  SourceFile,
  SubstitutionRecord,
} from '@kreide/core/features/timetable-import';
import { addDays } from '@kreide/core/kernel';
import { nextSchoolDay } from '../calendar.ts';
import type { DemoSchool } from '../school.ts';
import { demoSubstitutions } from '../substitutions.ts';

/** The input of every export writer. */
export interface ExportSource {
  school: DemoSchool;
  /** The school days that dated files cover, ascending. */
  days: string[];
  /** The changes of these days. */
  substitutions: SubstitutionRecord[];
}

/** A source for the next `count` school days from a date on (fewer at the end of the year). */
export function exportSource(school: DemoSchool, date: string, count: number, seed: string): ExportSource {
  const days: string[] = [];
  let day = nextSchoolDay(date, school.school_year, school.plan.holidays);
  while (day !== null && days.length < count) {
    days.push(day);
    day = nextSchoolDay(addDays(day, 1), school.school_year, school.plan.holidays);
  }
  const [first, last] = [days[0], days[days.length - 1]];
  const all = first === undefined || last === undefined ? [] : demoSubstitutions(school.plan, first, last, seed);
  return { school, days, substitutions: all };
}

/** The label of a placement's weeks: empty for every week, else `A` or `B`. */
export function weekLabel({ weeks }: PlacementRecord): string {
  return weeks.kind === 'cycle' ? weeks.name : '';
}

/** The label of a lesson: in the demo all its slots have the same weeks. */
export function lessonLabel(lesson: LessonRecord): string {
  const [first] = lesson.placements;
  return first === undefined ? '' : weekLabel(first);
}

export function compact(date: string): string {
  return date.replaceAll('-', '');
}

/** 2026-11-18 → 18.11.2026 */
export function german(date: string): string {
  return `${date.slice(8)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

const encoder = new TextEncoder();

export function utf8(name: string, text: string): SourceFile {
  return { name, bytes: encoder.encode(text) };
}

/** Windows-1252 for 0x80 to 0x9F, as far as it is defined. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Encodes Windows-1252; an unknown letter loses its accent, as in such programs (`ğ` → `g`), or becomes `?`. */
export function windows1252(name: string, text: string): SourceFile {
  const code = (letter: string): number | null => {
    const point = letter.codePointAt(0) ?? 0;
    if (point < 0x80 || (point >= 0xa0 && point <= 0xff)) return point;
    const high = HIGH.indexOf(letter);
    return high < 0 ? null : 0x80 + high;
  };
  const bytes = Array.from(text.normalize('NFC'), (letter) => {
    const plain = letter === 'ı' ? 'i' : letter === 'ł' ? 'l' : letter.normalize('NFD').charAt(0);
    return code(letter) ?? code(plain) ?? 0x3f;
  });
  return { name, bytes: Uint8Array.from(bytes) };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** ` name="value"` for every attribute, in order. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

/** `<name>text</name>`, with attributes if any. */
export function element(name: string, text: string | number, values: Readonly<Record<string, string>> = {}): string {
  return `<${name}${attributes(values)}>${escapeXml(String(text))}</${name}>`;
}
