import type { AskedReading, ParseOptions } from '@kreide/core/features/timetable-import';
import type { Weekday } from '@kreide/core/kernel';
import { toWeekdays } from '../day-order.ts';
import { askDays, holdToNames } from '../days-reading.ts';
import { toHours } from '../fet/days.ts';
import type { Findings } from '../findings.ts';
import { MAX_CODE_LENGTH } from '../plan.ts';
import type { UnitCollector, UnitKind } from '../unit-collector.ts';
import type { XmlNode } from '../xml.ts';
import { findChild, listChildren, readText } from '../xml-node.ts';

/** A time slot of the week. */
export interface Slot {
  weekday: Weekday;
  hour: string;
  /** The slot after it on the same day. */
  next: string | null;
}

export type Reject = (
  node: XmlNode,
  column: string,
  reason: Parameters<Findings['reject']>[2],
  value?: string | null,
) => void;

export const referenceOf = (node: XmlNode, name: string) => findChild(node, name)?.attributes.Reference?.trim() || null;
export const idOf = (node: XmlNode) => node.attributes.Id?.trim() || null;
export const nameOf = (node: XmlNode) => readText(node, 'Name')?.trim() ?? null;

/** The slots in their order: days as the file lists them, periods counted within their day. */
export function readSlots(
  file: string,
  instance: XmlNode,
  options: ParseOptions,
  reject: Reject,
): { slots: Map<string, Slot>; asked: AskedReading | undefined } {
  const times = findChild(instance, 'Times');
  const groups = times ? findChild(times, 'TimeGroups') : null;
  const days = listChildren(groups, 'Day');
  const names = days.map((day) => nameOf(day) ?? '');
  const named = toWeekdays(names);
  if (named) holdToNames(file, names, named, options);
  const said = named ? null : askDays('xhstt', file, names, options);
  const weekdays = named ?? said?.needed() ?? [];
  const dayOf = new Map(days.map((day, at) => [idOf(day) ?? '', weekdays[at]!]));
  const byDay = new Map<string, string[]>();
  for (const time of listChildren(times, 'Time')) {
    const id = idOf(time);
    const day = referenceOf(time, 'Day');
    if (id === null) reject(time, 'Id', 'missing_value');
    else if (day === null) reject(time, 'Day', 'missing_value', id);
    else if (!dayOf.has(day)) reject(time, 'Day', 'unknown_reference', day);
    else if (byDay.has(day)) byDay.get(day)?.push(id);
    else byDay.set(day, [id]);
  }
  const slots = new Map<string, Slot>();
  for (const [day, ids] of byDay) {
    const hours = toHours(ids);
    for (const [at, id] of ids.entries()) {
      slots.set(id, { weekday: dayOf.get(day)!, hour: hours[at]!, next: ids[at + 1] ?? null });
    }
  }
  return { slots, asked: said?.asked };
}

/** The kinds of resources that a plan has; archives write them in the singular or the plural. */
const KINDS = new Map<string, UnitKind>([
  ['teacher', 'teachers'],
  ['teachers', 'teachers'],
  ['class', 'grades'],
  ['classes', 'grades'],
  ['room', 'bookables'],
  ['rooms', 'bookables'],
]);

/** Teachers, classes and rooms; resources of other types (pupils, equipment) are only counted. */
export function readResources(instance: XmlNode, units: UnitCollector, reject: Reject) {
  const kinds = new Map<string, UnitKind | null>();
  let others = 0;
  for (const resource of listChildren(findChild(instance, 'Resources'), 'Resource')) {
    const id = idOf(resource);
    const type = referenceOf(resource, 'ResourceType') ?? '';
    const kind = KINDS.get(type.toLowerCase()) ?? null;
    if (id === null) reject(resource, 'Id', 'missing_value');
    else if (id.length > MAX_CODE_LENGTH) reject(resource, 'Id', 'too_long', id);
    else if (kinds.has(id)) reject(resource, 'Id', 'duplicate_id', id);
    else {
      kinds.set(id, kind);
      if (kind === null) others++;
      const code = (nameOf(resource) ?? id).slice(0, MAX_CODE_LENGTH);
      if (kind !== null) units.define(kind, { external_id: id, code, name: null });
    }
  }
  return { kinds, others };
}
