import type { MonitorEntry, MonitorPlan } from '@kreide/core/features/monitor';

/** One line of the screen: an entry, over as many periods in a row as it stays the same. */
export interface Line {
  readonly entry: MonitorEntry;
  /** The last of its periods; the entry's own where it is one. */
  readonly last: MonitorEntry;
}

/** The lines of one grade. */
export interface Group {
  readonly grade: string;
  readonly lines: readonly Line[];
}

/** What must be equal for two periods to be one line. */
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

/** Double lessons become one line; nothing is lost and the order stays. */
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
