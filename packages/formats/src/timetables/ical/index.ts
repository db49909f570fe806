import type { ParsedPlan, ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { completePlan } from '../complete-plan.ts';
import { createFindings } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan } from '../plan.ts';
import { toPlanYear } from '../plan-year.ts';
import { remember } from '../remember.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { type RawCalendar, readCalendar } from './components.ts';
import { isCalendar } from './content-lines.ts';
import { readDescription } from './description.ts';
import { type LessonEvent, readEvent, textOf } from './events.ts';
import { collectCancellations, collectLessons } from './lessons.ts';
import { type OwnZone, toOwnZone } from './own-zones.ts';
import { toZone } from './zones.ts';

function recognise(files: readonly SourceFile[]): number {
  return files.length > 0 && files.every(isCalendar) ? 1 : 0;
}

/** Zones by their name; the school's own is no other, and what is not understood is read by the name. */
function toOwnZones(zones: RawCalendar['zones'], school: string): Map<string, OwnZone> {
  const others = zones.filter(({ tzid }) => toZone(tzid) !== school);
  return new Map(
    others.flatMap(({ tzid, observances }) => {
      const own = toOwnZone(observances, school);
      return own ? [[tzid, own] as const] : [];
    }),
  );
}

/** Events that stand for one date of a series first: the series leaves these dates out. */
function readEvents(
  calendars: readonly RawCalendar[],
  options: ParseOptions,
  findings: ReturnType<typeof createFindings>,
) {
  const school = options.time_zone ?? 'UTC';
  // A lesson has the same description at each of its times.
  const describe = remember(readDescription, { longest: 1000 });
  const instead: LessonEvent[] = [];
  const events: LessonEvent[] = [];
  for (const { file, name, zones, events: all } of calendars) {
    const replaced = new Map<string, Set<string>>();
    const context = { findings, clocks: { school, own: toOwnZones(zones, school) }, options, describe, replaced };
    for (const raw of all.filter(({ properties }) => properties.has('RECURRENCE-ID'))) {
      const event = readEvent(raw, name, context);
      if (!event) continue;
      instead.push(event);
      if (event.uid === null || event.instead_of === null || event.is_cancelled) continue;
      replaced.set(event.uid, (replaced.get(event.uid) ?? new Set()).add(event.instead_of));
    }
    for (const raw of all.filter(({ properties }) => !properties.has('RECURRENCE-ID'))) {
      const event = readEvent(raw, name, context);
      if (event) events.push(event);
    }
    if (events.some(({ raw, grades }) => raw.file === file && grades.length === 1 && grades[0] === name))
      findings.warn('calendar_as_class', { name });
  }
  return { instead, events };
}

/** A calendar tells all of its days: a cancelled day that it no longer holds takes place again. */
function toScope({ lessons, substitutions }: ParsedPlan, year: ParseOptions['school_year']): ParsedPlan['scope'] {
  const dates = substitutions.map(({ date }) => date).sort();
  const told = dates.length > 0 ? { from: dates[0]!, to: dates.at(-1)! } : null;
  const range = year ? { from: year.begins_at, to: year.ends_at } : told;
  const isEmpty = lessons.length + substitutions.length === 0;
  return { complete: [], lessons: lessons.length > 0 ? 'all' : 'none', substitutions: isEmpty ? null : range };
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const findings = createFindings();
  const calendars = files.map((file) => readCalendar(file, findings));
  const { instead, events } = readEvents(calendars, options, findings);
  const duplicate = ({ raw }: LessonEvent) =>
    findings.reject(raw.file, { row: raw.line, column: 'UID', value: textOf(raw, 'UID') }, 'duplicate_row');
  const { lessons, planned } = collectLessons(
    [...events, ...instead.filter((event) => !event.is_cancelled)],
    duplicate,
  );
  const cancelled = (event: LessonEvent) => event.is_cancelled;
  const substitutions = collectCancellations(events.filter(cancelled), instead.filter(cancelled), planned, duplicate);
  const plan = { ...createPlan('ical'), lessons, substitutions, times: options.grid ?? [] };
  return completePlan(
    { ...plan, school_year: toPlanYear(null, plan), scope: toScope(plan, options.school_year) },
    createUnitCollector(),
    findings,
  );
}

/**
 * iCalendar of classes, one file each (docs/import-formats.md, iCalendar). References are codes. Counts: lessons, their
 * places in the week or on dates, cancelled days.
 */
export const icalParser: Parser = { formats: ['ical'], recognise, parse };
