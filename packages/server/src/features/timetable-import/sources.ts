import type { SOURCES, Source } from '@kreide/core/features/timetable-import';
import { UNDESCRIBED } from '@kreide/formats/timetables/programs';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { getSchool } from '../schools/index.ts';
import { listYears } from '../structure/index.ts';

/** Sources whose files this version can read. */
const READABLE = new Set(['asc', 'untis', 'indiware', 'csv', 'davinci', 'generic-api', 'webuntis', ...UNDESCRIBED]);

/** Bounds of the school year in the format of the sources, `dd.mm.yyyy` (T-3.92). */
function germanDate(date: string): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** How sources look at a school. */
export async function toSource(db: Kysely<DB>, schoolId: number) {
  const years = await listYears(db, schoolId);
  const { active_school_year_id, timetable_source } = await getSchool(db, schoolId);
  const active = years.find((year) => year.id === active_school_year_id) ?? years.at(-1);
  return ({ key, name, choosable, files }: (typeof SOURCES)[number]): Source => ({
    key,
    name,
    choosable,
    file_types: [...files],
    is_readable: READABLE.has(key),
    options: key === 'untis' ? ['do_not_print'] : [],
    schoolyear_begins_at: active ? germanDate(active.begins_at) : null,
    schoolyear_ends_at: active ? germanDate(active.ends_at) : null,
    is_chosen: key === timetable_source,
  });
}
