import type { EntityRecord, HolidayRecord } from '@kreide/core/features/timetable-import';
import type { Findings } from '../../findings.ts';
import type { UnitCollector, UnitKind } from '../../unit-collector.ts';
import type { GpuFile, GpuKind } from './kinds.ts';
import { type GpuRow, readGpuRows, requireCode, requireDate } from './rows.ts';

const WHITE = 0xffffff;
const BLACK = 0;

/**
 * Untis writes colours as decimal BGR (red is the low byte): 65535 is yellow. The background takes precedence over the
 * foreground; a white background and a black foreground are the defaults and mean no colour.
 */
export function readColor(foreground: string, background: string): string | null {
  const back = toBgr(background);
  const front = toBgr(foreground);
  const bgr =
    back !== null && back !== WHITE ? back : front !== null && front !== BLACK && front !== WHITE ? front : null;
  if (bgr === null) return null;
  const rgb = ((bgr & 0xff) << 16) | (bgr & 0xff00) | (bgr >> 16);
  return `#${rgb.toString(16).padStart(6, '0')}`;
}

function toBgr(value: string): number | null {
  const text = value.trim();
  return /^\d{1,8}$/.test(text) && Number(text) <= WHITE ? Number(text) : null;
}

const orNull = (value: string): string | null => (value.trim() === '' ? null : value);

function toTeacher(row: GpuRow): EntityRecord {
  const lastname = orNull(row.text(2));
  const firstname = orNull(row.text(29));
  return {
    external_id: null,
    code: requireCode(row, 1),
    name: [firstname, lastname].filter((part) => part !== null).join(' ') || null,
    firstname,
    lastname,
    title: orNull(row.text(30)),
    email: orNull(row.text(33)),
    color: readColor(row.text(25), row.text(26)),
  };
}

/** A reader for records of code, long name and two colours. */
function toNamed(foreground: number) {
  return (row: GpuRow): EntityRecord => ({
    external_id: null,
    code: requireCode(row, 1),
    name: orNull(row.note(2)),
    color: readColor(row.text(foreground), row.text(foreground + 1)),
  });
}

const MASTERS: { kind: GpuKind; unit: UnitKind; read: (row: GpuRow) => EntityRecord }[] = [
  { kind: '003', unit: 'grades', read: toNamed(24) },
  { kind: '004', unit: 'teachers', read: toTeacher },
  { kind: '005', unit: 'bookables', read: toNamed(14) },
  { kind: '006', unit: 'subjects', read: toNamed(18) },
];

/**
 * GPU003 to GPU006 (docs/import-formats.md): fills the collector and returns the kinds that the files list completely.
 */
export function readMasterData(files: readonly GpuFile[], units: UnitCollector, findings: Findings): UnitKind[] {
  const complete: UnitKind[] = [];
  for (const { kind, unit, read } of MASTERS) {
    const file = files.find((candidate) => candidate.kind === kind);
    if (!file) continue;
    for (const taken of readGpuRows(file, findings, 2, (row) => ({ row: row.row, record: read(row) }))) {
      if (units.define(unit, taken.record)) continue;
      findings.reject(file.name, { row: taken.row, column: '1', value: taken.record.code }, 'duplicate_id');
    }
    complete.push(unit);
  }
  return complete;
}

/** GPU018: holidays; `F` in field 5 marks a public one. */
export function readHolidays(file: GpuFile, findings: Findings): HolidayRecord[] {
  return readGpuRows(file, findings, 4, (row) => ({
    name: orNull(row.text(2)) ?? row.text(1),
    shortcut: orNull(row.text(1)),
    begins_at: requireDate(row, 3),
    ends_at: requireDate(row, 4),
    is_public: row.text(5).trim().toUpperCase() === 'F',
  }));
}
