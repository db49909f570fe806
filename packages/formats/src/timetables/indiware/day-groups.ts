import { toStableId } from '../stable-id.ts';
import type { DayGroup } from './day-changes.ts';
import type { DayColumn, DayEntry } from './day-entries.ts';
import type { KnownUnit, UnitIndex } from './day-units.ts';

const isSameSet = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

/** A regular lesson with the number of a unit, but with its own subject and teachers. */
function toVariant(unit: KnownUnit, entries: readonly DayEntry[]): KnownUnit {
  const { subject, teachers, rooms } = entries[0]!;
  const grades = [...new Set(entries.flatMap((entry) => entry.grades))];
  const content = `${subject ?? ''}~${teachers.join('~')}`;
  const isOther = content !== `${unit.subject}~${unit.teachers.join('~')}`;
  const id = toStableId(unit.id, content, isOther ? null : rooms);
  return { ...unit, id, subject: subject ?? unit.subject, course: null, teachers, grades };
}

/**
 * Two lessons of one class at one time may have the number of one unit: one is the unit itself (else the first), the
 * others are held beside it: as regular lessons, or today only where they are marked as new.
 */
function splitGroup(group: DayGroup): DayGroup[] {
  const { unit } = group;
  if (unit === null || group.entries.length === 1) return [group];
  const live = group.entries.filter((entry) => !entry.is_cancelled);
  const columnOf = (entry: DayEntry) => group.columns[group.entries.indexOf(entry)]!;
  if (new Set(live.map(columnOf)).size === live.length) return [group];
  const contentOf = ({ subject, course, teachers, rooms, text }: DayEntry) =>
    JSON.stringify([subject, course, teachers, rooms, text]);
  const parts = Map.groupBy(live, contentOf);
  if (parts.size < 2) return [group];
  const isUnit = ({ subject, teachers }: DayEntry) =>
    subject !== null && [unit.subject, unit.course].includes(subject) && isSameSet(teachers, unit.teachers);
  const main = contentOf(live.find(isUnit) ?? live[0]!);
  const own = group.entries.filter((entry) => entry.is_cancelled || contentOf(entry) === main);
  const beside = [...parts].filter(([content]) => content !== main);
  return [
    { ...group, columns: own.map(columnOf), entries: own },
    ...beside.map(([, entries]) => {
      const columns = entries.map(columnOf);
      const isMarked = entries.some((one) => one.has_new_subject || one.has_new_teachers || one.has_new_rooms);
      if (isMarked) return { unit: null, is_beside: true, columns, entries };
      return { unit: toVariant(unit, entries), is_beside: false, columns, entries };
    }),
  ];
}

/**
 * A coupled lesson is listed under each of its classes: entries of one unit, or of one inserted lesson, at one time are
 * one.
 */
export function groupEntries(columns: readonly DayColumn[], index: UnitIndex): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const column of columns) {
    for (const entry of column.entries) {
      const unit = index.find(column, entry);
      const inserted = unit ? null : JSON.stringify([entry.subject, entry.teachers, entry.rooms, entry.text]);
      const key = unit ? `${entry.hour} ${unit.id}` : `${entry.hour}|${inserted}`;
      const group = groups.get(key) ?? { unit, is_beside: false, columns: [], entries: [] };
      group.columns.push(column);
      group.entries.push(entry);
      group.unit = unit;
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(splitGroup);
}
