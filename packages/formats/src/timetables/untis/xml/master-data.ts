import type { CourseRecord, EntityRecord, HolidayRecord } from '@kreide/core/features/timetable-import';
import type { Findings } from '../../findings.ts';
import { parseDate } from '../../plan.ts';
import type { UnitCollector, UnitKind } from '../../unit-collector.ts';
import { findChild, hasLongText, readText } from '../../xml-node.ts';
import { readReference, type UntisDocument, type UntisItem } from './document.ts';
import { PREFIXES, type Prefix, splitReferences, toCode } from './references.ts';

const SECTIONS: { section: string; unit: UnitKind; prefix: Prefix }[] = [
  { section: 'classes', unit: 'grades', prefix: PREFIXES.class },
  { section: 'teachers', unit: 'teachers', prefix: PREFIXES.teacher },
  { section: 'rooms', unit: 'bookables', prefix: PREFIXES.room },
  { section: 'subjects', unit: 'subjects', prefix: PREFIXES.subject },
];

function toEntity(item: UntisItem, unit: UnitKind, code: string): EntityRecord {
  if (unit !== 'teachers') return { external_id: null, code, name: readText(item, 'longname') };
  const firstname = readText(item, 'forename');
  const lastname = readText(item, 'surname');
  return {
    external_id: null,
    code,
    name: [firstname, lastname].filter((part) => part !== null).join(' ') || null,
    firstname,
    lastname,
    title: readText(item, 'title'),
    email: readText(item, 'email'),
  };
}

/** Adds classes, teachers, rooms and subjects to the collector; returns the kinds that the file lists. */
export function readUnits(document: UntisDocument, file: string, units: UnitCollector, findings: Findings): UnitKind[] {
  for (const { section, unit, prefix } of SECTIONS) {
    for (const item of document.get(section) ?? []) {
      const place = { row: item.line, column: 'id', value: item.attributes.id };
      const code = toCode(item.attributes.id ?? '', prefix);
      if (code.trim() === '') findings.reject(file, place, 'missing_value');
      else if (hasLongText(item)) findings.reject(file, place, 'too_long');
      else if (!units.define(unit, toEntity(item, unit, code))) findings.reject(file, place, 'duplicate_id');
    }
  }
  return SECTIONS.filter(({ section }) => (document.get(section) ?? []).length > 0).map(({ unit }) => unit);
}

/** Student groups; their pupils are not read. */
export function readCourses(document: UntisDocument): CourseRecord[] {
  return (document.get('studentgroups') ?? [])
    .filter((item) => !hasLongText(item))
    .map((item) => ({
      external_id: null,
      code: toCode(item.attributes.id ?? '', PREFIXES.student_group),
      name: readText(item, 'longname'),
      subject: toCode(readReference(item, 'subject'), PREFIXES.subject) || null,
      grades: (findChild(item, 'classes')?.children ?? []).flatMap((child) =>
        splitReferences(child.attributes.id ?? '', PREFIXES.class),
      ),
      teachers: [],
      is_required: false,
    }));
}

/** Holidays; `starttime` and `endtime` are dates here. */
export function readHolidays(document: UntisDocument, file: string, findings: Findings): HolidayRecord[] {
  return (document.get('holidays') ?? []).flatMap((item) => {
    const begins = parseDate(readText(item, 'starttime') ?? '');
    const ends = parseDate(readText(item, 'endtime') ?? '');
    if (begins === null || ends === null || ends < begins) {
      const column = begins === null ? 'starttime' : 'endtime';
      findings.reject(file, { row: item.line, column, value: readText(item, column) }, 'bad_date');
      return [];
    }
    const shortcut = toCode(item.attributes.id ?? '', PREFIXES.holiday);
    return [
      {
        name: readText(item, 'longname') ?? shortcut,
        shortcut: shortcut || null,
        begins_at: begins,
        ends_at: ends,
        is_public: /public/i.test(readText(item, 'type') ?? ''),
      },
    ];
  });
}
