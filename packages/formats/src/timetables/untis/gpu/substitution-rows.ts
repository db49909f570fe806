import type { Findings } from '../../findings.ts';
import { BITS, decideMeaning, type Meaning } from './decide.ts';
import type { GpuFile } from './kinds.ts';
import { type GpuRow, readGpuRows, requireDate, requireNumber, requirePeriod } from './rows.ts';

/** An accepted row of GPU014. Field 16, the reason of an absence, is never read: it is for the planner only. */
export interface SubstitutionRow {
  external_id: string;
  date: string;
  hour: string;
  number: string;
  letter: string;
  meaning: Meaning;
  is_do_not_print: boolean;
  is_cancelled: boolean;
  teacher: string;
  new_teacher: string;
  subject: string;
  new_subject: string;
  rooms: string[];
  new_rooms: string[];
  grades: string[];
  new_grades: string[];
  text: string;
}

function toSubstitutionRow(row: GpuRow): SubstitutionRow {
  const id = requireNumber(row, 1);
  const date = requireDate(row, 2);
  const hour = requirePeriod(row, 3);
  const bits = row.text(18).trim() === '' ? 0 : Number(requireNumber(row, 18));
  const parts = {
    letter: row.text(20).trim().toUpperCase(),
    number: row.text(5).trim() === '' ? '0' : requireNumber(row, 5),
    teacher: row.text(6),
    new_teacher: row.text(7),
    rooms: row.list(12),
    new_rooms: row.list(13),
  };
  const meaning = decideMeaning({ ...parts, bits });
  return {
    ...parts,
    // The number is assigned by the planner; date and period distinguish two rows with the same number.
    external_id: `${id}@${date}/${hour}`,
    date,
    hour,
    meaning,
    is_do_not_print: (bits & BITS.do_not_print) !== 0,
    is_cancelled: (bits & BITS.cancelled) !== 0 || parts.letter === 'C',
    subject: row.text(8),
    new_subject: row.text(10),
    grades: row.list(15),
    new_grades: row.list(19),
    text: row.note(17),
  };
}

/** GPU014 (docs/import-formats.md, GPU014): all readable rows, including those marked "do not print". */
export function readSubstitutionRows(file: GpuFile, findings: Findings): SubstitutionRow[] {
  const rows = readGpuRows(file, findings, 18, toSubstitutionRow);
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const times = (seen.get(row.external_id) ?? 0) + 1;
    seen.set(row.external_id, times);
    return times === 1 ? row : { ...row, external_id: `${row.external_id}#${times}` };
  });
}
