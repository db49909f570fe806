import type { SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText } from '../../tables/text.ts';
import type { Findings } from '../findings.ts';
import { type ContentLine, mendFolds, readContentLines, unescapeText } from './content-lines.ts';

/** One VEVENT with its properties by name. */
export interface RawEvent {
  file: string;
  /** The line of its BEGIN. */
  line: number;
  properties: Map<string, ContentLine[]>;
}

/** A VTIMEZONE. */
export interface RawZone {
  tzid: string;
  observances: Map<string, string[]>[];
}

export interface RawCalendar {
  file: string;
  /** X-WR-CALNAME or NAME, else the name of the file without its ending. */
  name: string;
  events: RawEvent[];
  /** The zones that it describes. */
  zones: RawZone[];
}

/** What stands beside the events of a calendar and is no row of a plan. */
const PASSED_OVER: ReadonlySet<string> = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VALARM']);

/** Pushes instead of copying: one event may have a hundred thousand lines of the same name. */
function add(properties: RawEvent['properties'], property: ContentLine): void {
  const known = properties.get(property.name);
  if (known) known.push(property);
  else properties.set(property.name, [property]);
}

/** Reads the events of a file. What is neither an event nor part of the calendar itself is rejected by its line. */
export function readCalendar(file: SourceFile, findings: Findings): RawCalendar {
  const events: RawEvent[] = [];
  const zones: RawZone[] = [];
  const open: { name: string; event: RawEvent | null; line: number }[] = [];
  let name: string | null = null;
  const reject = (line: number, column: string, value: string, reason: 'missing_value' | 'unsupported_row') =>
    findings.reject(file.name, { row: line, column, value }, reason);
  for (const property of readContentLines(decodeText(mendFolds(file.bytes)).text)) {
    const at = open.at(-1);
    if (property.name === 'BEGIN') {
      const kind = property.value.trim().toUpperCase();
      const event = kind === 'VEVENT' ? { file: file.name, line: property.line, properties: new Map() } : null;
      if (event === null && !PASSED_OVER.has(kind)) reject(property.line, 'BEGIN', kind, 'unsupported_row');
      if (kind === 'VTIMEZONE') zones.push({ tzid: '', observances: [] });
      else if (at?.name === 'VTIMEZONE') zones.at(-1)?.observances.push(new Map());
      open.push({ name: kind, event, line: property.line });
    } else if (property.name === 'END') {
      if (at?.name !== property.value.trim().toUpperCase()) continue;
      open.pop();
      if (at.event) events.push(at.event);
    } else if (at?.event) {
      if (property.name === '') reject(property.line, 'VEVENT', property.value, 'unsupported_row');
      else add(at.event.properties, property);
    } else if (at?.name === 'VTIMEZONE') {
      const zone = zones.at(-1);
      if (zone && property.name === 'TZID') zone.tzid = property.value.trim();
    } else if (at?.name === 'STANDARD' || at?.name === 'DAYLIGHT') {
      const observance = zones.at(-1)?.observances.at(-1);
      const values = observance?.get(property.name);
      if (values) values.push(property.value);
      else observance?.set(property.name, [property.value]);
    } else if (open.length <= 1 && (property.name === 'X-WR-CALNAME' || property.name === 'NAME')) {
      name ??= unescapeText(property.value).trim() || null;
    }
  }
  // The file breaks off within an event.
  for (const { event, line } of open) if (event) reject(line, 'END', 'VEVENT', 'missing_value');
  return { file: file.name, name: name ?? file.name.replace(/\.[^.]*$/, ''), events, zones };
}
