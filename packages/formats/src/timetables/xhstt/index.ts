import type { ParsedPlan, ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { completePlan } from '../complete-plan.ts';
import { createFindings, unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { createPlan } from '../plan.ts';
import { createUnitCollector } from '../unit-collector.ts';
import { readXmlRoot } from '../xml.ts';
import { findChild, listChildren } from '../xml-node.ts';
import { readRecords } from '../xml-records.ts';
import { readEvents } from './events.ts';
import { idOf, nameOf, type Reject, readResources, readSlots } from './instance.ts';

function recognise(files: readonly SourceFile[]): number {
  const isArchive = (file: SourceFile) => readXmlRoot(file)?.name === 'HighSchoolTimetableArchive';
  return files.length > 0 && files.every(isArchive) ? 1 : 0;
}

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, second] = files;
  if (!file) throw unreadable('', 'no_files');
  if (second) throw unreadable(second.name, 'one_file_only', { other: file.name });
  const findings = createFindings();
  const records = readRecords(file, new Set(['Instance', 'Solution']), new Set(['Constraints']));
  const [instance, ...others] = records.get('Instance') ?? [];
  const solutions = records.get('Solution') ?? [];
  const id = instance && idOf(instance);
  const own = solutions.find(({ attributes }) => attributes.Reference?.trim() === id);
  // The only instance is meant, whatever its solutions call it.
  const solution = own ?? (others.length === 0 ? solutions[0] : undefined) ?? null;
  const reject: Reject = (node, column, reason, value = null) =>
    findings.reject(file.name, { row: node.line, column, value }, reason);
  // An archive of benchmarks holds many schools and many tries; a plan is one of each.
  for (const one of others) reject(one, 'Instance', 'unsupported_row', idOf(one));
  for (const one of solutions) {
    if (one !== solution) reject(one, 'Solution', 'unsupported_row', one.attributes.Reference ?? null);
  }
  const units = createUnitCollector();
  const root = instance ?? { name: 'Instance', attributes: {}, children: [], text: '', line: 1 };
  const { slots, asked } = readSlots(file.name, root, options, reject);
  const { kinds, others: people } = readResources(root, units, reject);
  const events = findChild(root, 'Events');
  const groups = events ? findChild(events, 'EventGroups') : null;
  const courses = new Map(listChildren(groups, 'Course').map((course) => [idOf(course) ?? '', nameOf(course) ?? '']));
  const lessons = readEvents(listChildren(events, 'Event'), solution, { slots, kinds, courses, units }, reject);
  if (people > 0) findings.warn('people_ignored', { count: people });
  const plan = { ...createPlan('xhstt'), lessons, times: options.grid ?? [] };
  const whole = completePlan({ ...plan, scope: { ...plan.scope, lessons: 'all' } }, units, findings);
  return asked ? { ...whole, asked } : whole;
}

/**
 * XHSTT, the exchange format of timetabling research: the first instance with its first solution (docs/import-formats.md,
 * XHSTT). References are the file's ids. Counts: events, their periods, resources.
 */
export const xhsttParser: Parser = { formats: ['xhstt'], asks: ['days'], recognise, parse };
