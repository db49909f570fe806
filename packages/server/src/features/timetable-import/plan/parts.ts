import type { PartChanges } from '@kreide/core/features/timetable-import';
import type { ResolvedMasters } from './masters.ts';
import {
  type HolidayRow,
  type ImportState,
  MASTER_TABLES,
  MASTERS,
  type SupervisionRow,
  type TimeRow,
} from './state.ts';
import type { ResolvedSubstitutions } from './substitutions.ts';
import { toContent, toPost } from './supervisions.ts';

type Counted = PartChanges[keyof PartChanges];

/** Two sets compared by a name and, for those that have the same name, by their content. */
function compareSets<Row>(
  before: readonly Row[],
  after: readonly Row[] | null,
  nameOf: (row: Row) => string,
  contentOf: (row: Row) => string,
): Counted {
  if (after === null) return { added: 0, changed: 0, removed: 0 };
  const open = Map.groupBy(before, nameOf);
  const counted = { added: 0, changed: 0, removed: 0 };
  for (const row of after) {
    const same = open.get(nameOf(row));
    const at = same?.findIndex((one) => contentOf(one) === contentOf(row)) ?? -1;
    const known = same?.splice(Math.max(0, at), 1)[0];
    if (known === undefined) counted.added += 1;
    else if (at < 0) counted.changed += 1;
  }
  for (const rows of open.values()) counted.removed += rows.length;
  return counted;
}

/** Exams are substitutions of their own: they have this at the beginning of their key. */
const isExam = ({ external_key }: { external_key: string }) => /^exam[ |]/.test(external_key);

interface Resolved {
  masters: ResolvedMasters;
  substitutions: ResolvedSubstitutions;
  times: TimeRow[] | null;
  holidays: HolidayRow[] | null;
  supervisions: SupervisionRow[] | null;
}

/** What publishing changes besides lessons, by part of the school's data; exams are also among the substitutions. */
export function countParts(state: ImportState, change: Resolved): PartChanges {
  const masters = MASTERS.map((entity) => {
    const own = change.masters.changes.filter((one) => one.entity === entity);
    const counted = {
      added: own.filter(({ before }) => before === null).length,
      changed: own.filter(({ before, after }) => before !== null && !(after.ended && !before.ended)).length,
      removed: own.filter(({ before, after }) => before !== null && after.ended && !before.ended).length,
    };
    return [MASTER_TABLES[entity], counted] as const;
  });
  const { added, changed, removed } = change.substitutions;
  const timeOf = ({ hour, weekday, begins_at, ends_at, type }: TimeRow) =>
    JSON.stringify([hour, weekday, begins_at, ends_at, type]);
  const holidayOf = ({ name, shortcut, begins_at, ends_at, is_public }: HolidayRow) =>
    JSON.stringify([name, shortcut, begins_at, ends_at, is_public]);
  return {
    ...(Object.fromEntries(masters) as Pick<PartChanges, (typeof MASTER_TABLES)[keyof typeof MASTER_TABLES]>),
    times: compareSets(state.times, change.times, (row) => `${row.type} ${row.weekday} ${row.hour}`, timeOf),
    holidays: compareSets(state.holidays, change.holidays, (row) => row.name, holidayOf),
    supervisions: compareSets(state.supervisions, change.supervisions, toPost, toContent),
    exams: {
      added: added.filter(isExam).length,
      changed: changed.filter(({ after }) => isExam(after)).length,
      removed: removed.filter(isExam).length,
    },
  };
}
