import type { EntityRecord, ParsedPlan, SubstitutionRecord } from '@kreide/core/features/timetable-import';
import { addDays, mondayOf, weekdayOf } from '@kreide/core/kernel';
import { type DemoSchool, demoSubstitutions, localDate } from '@kreide/demo';
import { type Kysely, sql } from 'kysely';
import { DEMO_SOURCE, loadState, resolvePlan } from '../../features/timetable-import/index.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import { lockYear, publishDemo } from './publish.ts';

type State = Awaited<ReturnType<typeof loadState>>;
type Unit = 'grade' | 'teacher' | 'bookable' | 'subject';

const UNITS: readonly Unit[] = ['grade', 'teacher', 'bookable', 'subject'];
/** Days before and after today that have substitutions. */
const DAYS_BEFORE = 8;
const DAYS_AFTER = 21;

/**
 * Extends the substitutions of a demo school to the weeks around today, inside the caller's transaction. Days on which somebody
 * imported substitutions stay as they are; where somebody imported another weekly plan, only changes of lessons that it still has go on.
 * Answers whether anything changed.
 */
export async function extendSubstitutions(
  db: Kysely<DB>,
  { schoolId, yearId, now }: { schoolId: number; yearId: number; now: Date },
  demo: DemoSchool,
): Promise<boolean> {
  await lockYear(db, schoolId, yearId);
  const today = localDate(now);
  const range = { from: addDays(today, -DAYS_BEFORE), to: addDays(today, DAYS_AFTER) };
  const state = await loadState(db, schoolId, yearId, DEMO_SOURCE);
  const taken = await importedDates(db, schoolId, yearId);
  const school = schoolOf(state);
  const records = demoSubstitutions(demo.plan, range.from, range.to, demo.slink)
    .filter(({ date, counterpart }) => !taken.has(date) && !(counterpart && taken.has(counterpart.date)))
    .flatMap((record) => school.adopt(record) ?? []);
  const plan: ParsedPlan = {
    ...demo.plan,
    times: [],
    courses: [],
    lessons: [],
    supervisions: [],
    holidays: [],
    grades: school.records('grade'),
    teachers: school.records('teacher'),
    bookables: school.records('bookable'),
    subjects: school.records('subject'),
    substitutions: records,
    scope: { complete: [], lessons: 'none', substitutions: range },
  };
  const open = { ...state, substitutions: state.substitutions.filter(({ date }) => !taken.has(date)) };
  const change = resolvePlan(open, plan, DEMO_SOURCE, {});
  const { added, changed, removed } = change.substitutions;
  if (added.length + changed.length + removed.length === 0) return false;
  await publishDemo(db, { schoolId, yearId, now }, change);
  return true;
}

/** Days with substitutions of another source, or with ones of ours that a publication in force took away. */
async function importedDates(db: Kysely<DB>, schoolId: number, yearId: number): Promise<Set<string>> {
  const { rows } = await sql<{ date: string }>`
    select distinct s.date from substitutions s
    left join timetable_uploads u on u.school_id = s.school_id and u.id = s.ended_upload_id and u.state = 'PUBLISHED'
    where s.school_id = ${schoolId} and s.school_year_id = ${yearId}
      and ((s.source not in (${DEMO_SOURCE}, 'planner', 'manual') and s.ended_at is null) or (s.source = ${DEMO_SOURCE} and u.id is not null))`.execute(
    db,
  );
  return new Set(rows.map((row) => row.date));
}

/** The school as it is now, in the words of the demo. */
function schoolOf(state: State) {
  const ids = new Map<string, number>();
  const records: Record<Unit, EntityRecord[]> = { grade: [], teacher: [], bookable: [], subject: [] };
  for (const unit of UNITS) {
    const rows = new Map(state.masters[unit].map((row) => [row.id, row]));
    for (const [key, id] of state.keys) {
      if (!key.startsWith(`${unit} `)) continue;
      const row = rows.get(id);
      if (row === undefined || row.ended) continue;
      const external_id = key.slice(unit.length + 1);
      ids.set(`${unit} ${external_id}`, id);
      // Its present short name: the demo does not undo a renaming.
      records[unit].push({ external_id, code: row.shortcut, name: null });
    }
  }
  const bySlot = new Map<string, State['lessons']>();
  for (const row of state.lessons) {
    const slot = `${row.weekday} ${row.hour}`;
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), row]);
  }
  const taught = new Set(state.lessons.flatMap((row) => row.grade_ids));
  const idsOf = (unit: Unit, codes: readonly string[]) => codes.map((code) => ids.get(`${unit} ${code}`)).sort();
  const isSame = (a: readonly (number | undefined)[], b: readonly number[]) =>
    a.length === b.length && a.every((id) => id !== undefined && b.includes(id));
  const knows = ({ from, to }: SubstitutionRecord) =>
    [from, to].every((side) =>
      [
        ...(side.subject === null ? [] : idsOf('subject', [side.subject])),
        ...idsOf('grade', side.grades ?? []),
        ...idsOf('teacher', side.teachers ?? []),
        ...idsOf('bookable', side.bookables ?? []),
      ].every((id) => id !== undefined),
    );

  /** The lesson that a change is about, if it is still held as the demo had it. */
  function lessonOf({ from, kind, counterpart, ...record }: SubstitutionRecord) {
    const at = kind === 'MOVED_FROM' && counterpart ? counterpart : record;
    return bySlot
      .get(`${weekdayOf(at.date)} ${at.hour}`)
      ?.find(
        (row) =>
          row.subject_id === (ids.get(`subject ${from.subject}`) ?? null) &&
          isSame(idsOf('grade', from.grades ?? []), row.grade_ids) &&
          isSame(idsOf('teacher', from.teachers ?? []), row.teacher_ids) &&
          row.begins_at <= at.date &&
          row.ends_at >= at.date &&
          (row.pattern === null || row.pattern.weeks.includes(mondayOf(at.date))),
      );
  }

  return {
    records: (unit: Unit) => records[unit],
    /** The change as this school can have it: at the times of its own periods; null when it is about something that is gone. */
    adopt(record: SubstitutionRecord): SubstitutionRecord | null {
      if (!knows(record)) return null;
      const row = record.lesson === null ? null : lessonOf(record);
      if (row === undefined) return null;
      if (!idsOf('grade', record.to.grades ?? []).every((id) => id !== undefined && taught.has(id))) return null;
      const { counterpart } = record;
      return {
        ...record,
        begins_at: null,
        ends_at: null,
        // Another source may use the same number for another lesson.
        lesson: row?.source === DEMO_SOURCE ? record.lesson : null,
        counterpart: counterpart && { ...counterpart, begins_at: null, ends_at: null },
      };
    },
  };
}
