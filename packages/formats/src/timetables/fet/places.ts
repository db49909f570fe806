import type { Reason } from '@kreide/core/features/timetable-import';
import type { XmlNode } from '../xml.ts';
import { listChildren, readText } from '../xml-node.ts';

/** Where and when an activity is: by the names of the file. */
export interface Place {
  day: string;
  hour: string;
  rooms: string[];
}

/** A row of a file, for messages. */
export interface FetRow {
  file: string;
  node: XmlNode;
}

export type Reject = (row: FetRow, column: string, reason: Reason, value?: string | null) => void;

/** A child's text; surrounding blanks are the indentation of the XML. */
export const cell = (node: XmlNode, name: string) => readText(node, name)?.trim() ?? null;

const isOff = (node: XmlNode) => cell(node, 'Active') === 'false';
/** Below that a constraint is a wish. */
const isFixed = (node: XmlNode) => Number(cell(node, 'Weight_Percentage') ?? '100') === 100;

/** The rooms of a row: those that a virtual room stands for, else the room. */
function roomsOf(node: XmlNode): string[] {
  const real = listChildren(node, 'Real_Room').map(({ text }) => text.trim());
  const room = cell(node, 'Room');
  return [...new Set((real.length > 0 ? real : [room ?? '']).filter(Boolean))];
}

/** Places from a finished timetable (`Activities_Timetable`), by the id of the activity. */
export function readTimetable(rows: readonly FetRow[], reject: Reject): Map<string, Place & { row: FetRow }> {
  const places = new Map<string, Place & { row: FetRow }>();
  for (const row of rows) {
    const id = cell(row.node, 'Id');
    const day = cell(row.node, 'Day');
    const hour = cell(row.node, 'Hour');
    if (id === null) reject(row, 'Id', 'missing_value');
    else if (places.has(id)) reject(row, 'Id', 'duplicate_id', id);
    // Activities that found no place are listed without a day.
    else if (day !== null && hour !== null) places.set(id, { day, hour, rooms: roomsOf(row.node), row });
    else if (day !== null || hour !== null) reject(row, day === null ? 'Day' : 'Hour', 'missing_value', id);
  }
  return places;
}

/** Places from the constraints of a plan: what is fixed by weight 100 is where FET put or has to put the activity. */
export function readFixedPlaces(starts: readonly FetRow[], rooms: readonly FetRow[], reject: Reject) {
  const places = new Map<string, Place & { row: FetRow }>();
  for (const row of starts) {
    if (isOff(row.node) || !isFixed(row.node)) continue;
    const id = cell(row.node, 'Activity_Id');
    const day = cell(row.node, 'Preferred_Day') ?? cell(row.node, 'Day');
    const hour = cell(row.node, 'Preferred_Hour') ?? cell(row.node, 'Hour');
    const known = id === null ? undefined : places.get(id);
    if (id === null) reject(row, 'Activity_Id', 'missing_value');
    else if (day === null) reject(row, 'Preferred_Day', 'missing_value', id);
    // Only the day is fixed, not yet the period.
    else if (hour === null) continue;
    else if (!known) places.set(id, { day, hour, rooms: [], row });
    else if (known.day !== day || known.hour !== hour) reject(row, 'Activity_Id', 'conflicting_rows', id);
  }
  for (const row of rooms) {
    const place = places.get(cell(row.node, 'Activity_Id') ?? '');
    if (!place || isOff(row.node) || !isFixed(row.node)) continue;
    if (place.rooms.length === 0) place.rooms = roomsOf(row.node);
  }
  return places;
}
