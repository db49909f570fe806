import { parsePeriod } from '../calendar.ts';
import type { Findings } from '../findings.ts';
import { parseTime } from '../plan.ts';
import { remember } from '../remember.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, findPath, hasLongCode, hasLongText, listChildren, readText } from '../xml-node.ts';
import { NO_ATTRIBUTES } from '../xml-scan.ts';
import { splitRooms, splitUnits } from './codes.ts';

/** A taught unit: the regular lesson with this number. */
export interface Unit {
  number: string;
  teachers: string[];
  subject: string;
  course: string | null;
}

/** One `Std` of one class, with the changes of the day applied. */
export interface DayEntry {
  grades: string[];
  hour: string;
  begins_at: string | null;
  ends_at: string | null;
  /** Subject or course as printed; null for `---`. */
  subject: string | null;
  course: string | null;
  teachers: string[];
  rooms: string[];
  number: string | null;
  text: string;
  is_cancelled: boolean;
  has_new_subject: boolean;
  has_new_teachers: boolean;
  has_new_rooms: boolean;
}

/** One `Kl`: a class, or in other kinds of plan a teacher (`L`) or a room (`R`). */
export interface DayColumn {
  code: string;
  units: Unit[];
  entries: DayEntry[];
  node: XmlNode;
}

/** K = classes, L = teachers, R = rooms. */
export type PlanKind = 'K' | 'L' | 'R';

function units(node: XmlNode): XmlNode[] {
  const found: XmlNode[] = [];
  for (const ue of listChildren(findChild(node, 'Unterricht'), 'Ue')) {
    for (const unit of ue.children) if (unit.name === 'UeNr' && !hasLongText(unit)) found.push(unit);
  }
  return found;
}
const entries = (node: XmlNode) => listChildren(findChild(node, 'Pl'), 'Std');
function isMarked(node: XmlNode | null): boolean {
  if (node === null || node.attributes === NO_ATTRIBUTES) return false;
  for (const name in node.attributes) if (/Geaendert/i.test(node.attributes[name] ?? '')) return true;
  return false;
}
const textOf = (node: XmlNode, name: string) => findChild(node, name)?.text.trim() ?? '';

/** Every teacher code that the file names alone, and every room as written: used to split lists. */
function collectKnown(
  columns: readonly XmlNode[],
  unitsOf: ReadonlyMap<XmlNode, readonly XmlNode[]>,
  kind: PlanKind,
): { teachers: Set<string>; rooms: Set<string> } {
  const teachers = new Set<string>();
  const rooms = new Set<string>();
  for (const column of columns) {
    if (kind === 'L') teachers.add(textOf(column, 'Kurz'));
    if (kind === 'R') rooms.add(textOf(column, 'Kurz'));
    for (const unit of unitsOf.get(column) ?? []) teachers.add((unit.attributes.UeLe ?? '').trim());
    for (const course of listChildren(findChild(column, 'Kurse'), 'Ku')) {
      for (const code of listChildren(course, 'KKz')) teachers.add((code.attributes.KLe ?? '').trim());
    }
    for (const entry of entries(column)) {
      const room = textOf(entry, 'Ra');
      if (kind !== 'R' && !room.includes(' ')) rooms.add(room);
    }
  }
  return { teachers, rooms };
}

/** The teachers and the rooms of a field. */
interface Splitters {
  teachersOf: (value: string) => string[];
  roomsOf: (value: string) => string[];
}

/** Every answer of one file is kept. */
const ALL = { longest: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };

function createSplitters(known: { teachers: Set<string>; rooms: Set<string> }): Splitters {
  return {
    teachersOf: remember((value) => splitUnits(value, known.teachers), ALL),
    roomsOf: remember((value) => splitRooms(value, known.rooms), ALL),
  };
}

function readUnit(node: XmlNode, { teachersOf }: Splitters): Unit {
  return {
    number: node.text.trim(),
    teachers: teachersOf(node.attributes.UeLe ?? ''),
    subject: (node.attributes.UeFa ?? '').trim(),
    course: (node.attributes.UeGr ?? '').trim() || null,
  };
}

/** `Le` and `Ra` name the two units besides that of the column; plans of teachers and rooms swap one. */
function toOwners(code: string, entry: XmlNode, kind: PlanKind, { teachersOf, roomsOf }: Splitters) {
  const [le, ra] = [textOf(entry, 'Le'), textOf(entry, 'Ra')];
  const list = (value: string) => value.split(/[,\s]+/).filter((item) => item !== '');
  if (kind === 'L') return { grades: list(le), teachers: [code], rooms: roomsOf(ra) };
  if (kind === 'R') return { grades: list(ra), teachers: teachersOf(le), rooms: [code] };
  return { grades: [code], teachers: teachersOf(le), rooms: roomsOf(ra) };
}

/**
 * Reads all columns of a day plan (docs/import-formats.md, Indiware day plan); an entry without a readable period is
 * rejected.
 */
export function readColumns(root: XmlNode, kind: PlanKind, file: string, findings: Findings): DayColumn[] {
  const nodes = listChildren(findPath(root, 'Klassen'), 'Kl');
  const unitsOf = new Map(nodes.map((node) => [node, units(node)]));
  const splitters = createSplitters(collectKnown(nodes, unitsOf, kind));
  return nodes.map((node): DayColumn => {
    const code = textOf(node, 'Kurz');
    const taken = entries(node).flatMap((entry): DayEntry[] => {
      const hour = parsePeriod(textOf(entry, 'St'));
      if (hour === null) {
        findings.reject(file, { row: entry.line, column: 'St', value: readText(entry, 'St') }, 'bad_period');
        return [];
      }
      const owners = toOwners(code, entry, kind, splitters);
      if (hasLongText(entry, ['If', 'Le', 'Ra']) || hasLongCode(owners.grades, owners.teachers, owners.rooms)) {
        findings.reject(file, { row: entry.line, column: 'Std', value: textOf(entry, 'Fa') }, 'too_long');
        return [];
      }
      const subject = textOf(entry, 'Fa');
      const isCancelled = /^-{2,}$/.test(subject);
      return [
        {
          ...owners,
          hour,
          begins_at: parseTime(textOf(entry, 'Beginn')),
          ends_at: parseTime(textOf(entry, 'Ende')),
          subject: isCancelled || subject === '' ? null : subject,
          course: textOf(entry, 'Ku2') || null,
          number: textOf(entry, 'Nr') || null,
          text: textOf(entry, 'If'),
          is_cancelled: isCancelled,
          has_new_subject: isMarked(findChild(entry, 'Fa')),
          has_new_teachers: isMarked(findChild(entry, 'Le')),
          has_new_rooms: isMarked(findChild(entry, 'Ra')),
        },
      ];
    });
    return { code, units: unitsOf.get(node)!.map((unit) => readUnit(unit, splitters)), entries: taken, node };
  });
}
