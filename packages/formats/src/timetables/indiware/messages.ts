import type { SubstitutionRecord, SubstitutionSide } from '@kreide/core/features/timetable-import';
import { parseTime } from '../plan.ts';
import { toStableId } from '../stable-id.ts';
import type { XmlNode } from '../xml.ts';
import { listChildren, readText } from '../xml-node.ts';

const NOTHING: SubstitutionSide = { subject: null, grades: null, teachers: null, bookables: null };

/** A line of the day's message: for everybody, without a period. */
export function toMessage(date: string, line: string): SubstitutionRecord {
  return {
    external_id: toStableId('message', date, line),
    date,
    hour: null,
    begins_at: null,
    ends_at: null,
    kind: 'MESSAGE',
    lesson: null,
    from: NOTHING,
    to: NOTHING,
    comment: line,
    is_hidden: false,
    counterpart: null,
    moved_comment: null,
  };
}

/** Adds a number of minutes to a time: `7:30` to `08:15`; null without both or past midnight. */
function addMinutes(time: string | null, minutes: number): string | null {
  if (time === null || !Number.isInteger(minutes) || minutes <= 0) return null;
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes;
  if (total >= 1440) return null;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

/**
 * `Klausuren/Klausur` (docs/import-formats.md, Indiware day plan; names in lower case in a `vp`): an event of the
 * course with its teacher. It is for the class named like the year, if there is one.
 */
export function readExams(container: XmlNode | null, date: string, classes: readonly string[]): SubstitutionRecord[] {
  const nodes = container?.children.filter((child) => child.name.toLowerCase() === 'klausur') ?? [];
  return nodes.map((node) => {
    const text = (name: string) => (readText(node, name) ?? readText(node, name.toLowerCase()) ?? '').trim();
    const [year, course, hour] = [text('KlJahrgang'), text('KlKurs'), text('KlStunde')];
    const begins = parseTime(text('KlBeginn'));
    const ends = addMinutes(begins, Number(text('KlDauer')));
    const leader = text('KlKursleiter');
    return {
      ...toMessage(date, [year, course, text('KlKinfo')].filter((part) => part !== '').join(' · ')),
      external_id: toStableId('exam', date, year, course, hour),
      hour: /^\d{1,2}$/.test(hour) ? String(Number(hour)) : null,
      begins_at: ends === null ? null : begins,
      ends_at: ends,
      kind: 'EVENT',
      to: {
        subject: course || null,
        grades: classes.includes(year) ? [year] : null,
        teachers: leader === '' ? null : [leader],
        bookables: null,
      },
    };
  });
}

/** The texts of a list such as `ZusatzInfo/ZiZeile`, without blank ones. */
export function readLines(container: XmlNode | null, name: string): string[] {
  return listChildren(container, name)
    .map((node) => node.text.trim())
    .filter((line) => line !== '');
}
