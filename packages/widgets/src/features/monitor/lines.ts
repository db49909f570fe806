import type { MonitorEntry, MonitorPlan } from '@kreide/core/features/monitor';

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
  const { kind, subject, bookables, teachers, old_subject, old_bookables, old_teachers, moved } = entry;
  return JSON.stringify([kind, subject, bookables, teachers, old_subject, old_bookables, old_teachers, moved?.date]);
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
  return plan.substitutions.map(({ grade, entries }) => {
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
