import type { MonitorEntry, MonitorPlan } from '@kreide/core/features/monitor';
import { toMinutes } from '@kreide/core/kernel';

/** One line of the screen: an entry, merged over consecutive periods while it is the same. */
export interface Line {
  readonly entry: MonitorEntry;
  /** The entry of its last period; `entry` itself for a single period. */
  readonly last: MonitorEntry;
}

/** The lines of one grade. */
export interface Group {
  readonly grade: string;
  readonly lines: readonly Line[];
}

/** What must be equal for two periods to share a line. */
function contentOf(entry: MonitorEntry): string {
  const { kind, subject, bookables, teachers, old_subject, old_bookables, old_teachers, moved, note } = entry;
  return JSON.stringify([
    kind,
    subject,
    bookables,
    teachers,
    old_subject,
    old_bookables,
    old_teachers,
    moved?.date,
    note,
  ]);
}

function follows(before: MonitorEntry, after: MonitorEntry): boolean {
  if (before.hour === null || after.hour === null) return false;
  return (
    Number(after.hour) === Number(before.hour) + 1 &&
    (before.moved === null) === (after.moved === null) &&
    contentOf(before) === contentOf(after)
  );
}

/** Merges double lessons into one line; nothing is lost and the order stays. */
export function toGroups(plan: Pick<MonitorPlan, 'substitutions'>): Group[] {
  return joined(plan.substitutions).map(({ grade, entries }) => {
    const lines: Line[] = [];
    for (const entry of entries) {
      const index = lines.findIndex(({ last }) => follows(last, entry));
      const line = lines[index];
      if (line) lines[index] = { ...line, last: entry };
      else lines.push({ entry, last: entry });
    }
    return { grade, lines };
  });
}

/** Classes that follow each other with the same lines are one: `10a–d`, `6a, 6b`. */
function joined(groups: MonitorPlan['substitutions']): MonitorPlan['substitutions'] {
  const found: { names: string[]; entries: MonitorEntry[] }[] = [];
  const isSame = (some: readonly MonitorEntry[], others: readonly MonitorEntry[]) =>
    some.length === others.length && some.every(({ uuid }, index) => uuid === others[index]?.uuid);
  for (const { grade, entries } of groups) {
    const before = found.at(-1);
    if (before && grade !== '' && isSame(before.entries, entries)) before.names.push(grade);
    else found.push({ names: [grade], entries });
  }
  return found.map(({ names, entries }) => ({ grade: toName(names), entries }));
}

/** Names in a row by their first and last, where these differ in one letter at the end. */
function toName(names: readonly string[]): string {
  const [first = '', last = ''] = [names[0], names.at(-1)];
  const stem = first.slice(0, -1);
  const areInRow = names.every(
    (name, index) => name === stem + String.fromCharCode(first.charCodeAt(stem.length) + index),
  );
  if (names.length < 2) return first;
  if (areInRow)
    return names.length === 2 ? `${first}, ${last.slice(stem.length)}` : `${first}–${last.slice(stem.length)}`;
  return names.join(', ');
}

/** The lines that are still to come or going on at a minute of their day; a note without a period stays all day. */
export function withoutPast(groups: readonly Group[], minutes: number): Group[] {
  return groups
    .map(({ grade, lines }) => ({
      grade,
      lines: lines.filter(({ last }) => last.hour === null || toMinutes(last.time_ends_at) > minutes),
    }))
    .filter(({ lines }) => lines.length > 0);
}
