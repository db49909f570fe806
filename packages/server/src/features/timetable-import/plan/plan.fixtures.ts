import type {
  LessonRecord,
  ParsedPlan,
  ParseOptions,
  PlacementRecord,
  SubstitutionRecord,
  TimeRecord,
} from '@kreide/core/features/timetable-import';
import { toFreeDays } from '../../timetable/index.ts';
import { createGrid } from './grid.ts';
import { createNotes, type Resolution } from './resolution.ts';
import { type PlanChange, resolvePlan } from './resolve.ts';
import { type ImportState, keyOf, type LessonRow, MASTERS, type MasterRow, type SubstitutionRow } from './state.ts';

/** The source of everything below unless a test says otherwise. */
export const SOURCE = 'untis';

const period = (hour: string, begins_at: string, ends_at: string): TimeRecord => ({
  hour,
  weekday: null,
  type: 'LESSON',
  begins_at,
  ends_at,
});
export const PERIODS = [
  period('1', '08:00', '08:45'),
  period('2', '08:50', '09:35'),
  period('3', '09:55', '10:40'),
  period('4', '10:45', '11:30'),
];

/** A record of our master data; pass the fields that matter. */
export function aUnit(id: number, shortcut: string, more: Partial<MasterRow> = {}): MasterRow {
  return { id, shortcut, name: null, source: SOURCE, ended: false, extra: {}, ...more };
}

/** A plan in force: two of each kind of master data, no lesson. Every code is also the key of this source. */
export function aState({ year, masters, ...more }: DeepPartial = {}): ImportState {
  const all: ImportState['masters'] = {
    grade: [aUnit(1, '9b'), aUnit(2, '10a')],
    teacher: [aUnit(1, 'Brg'), aUnit(2, 'Krn')],
    bookable: [aUnit(1, '204'), aUnit(2, '112')],
    subject: [aUnit(1, 'M'), aUnit(2, 'D')],
    course: [],
    ...masters,
  };
  return {
    // From a Monday to a Friday; 16 November is a Monday.
    year: { id: 1, name: '26/27', begins_at: '2026-08-31', ends_at: '2027-07-16', anchor: null, revision: 1, ...year },
    masters: all,
    keys: new Map(
      MASTERS.flatMap((entity) =>
        all[entity].flatMap(({ id, shortcut, source }) =>
          source === SOURCE ? [[keyOf(entity, shortcut), id] as const] : [],
        ),
      ),
    ),
    choices: new Map(),
    lessons: [],
    substitutions: [],
    times: PERIODS,
    holidays: [],
    supervisions: [],
    ...more,
  };
}
type DeepPartial = Partial<Omit<ImportState, 'year' | 'masters'>> & {
  year?: Partial<ImportState['year']>;
  masters?: Partial<ImportState['masters']>;
};

/** A lesson of the version in force: mathematics of 9b, Mondays in the first period. */
export function aRow(lesson_id: number, more: Partial<LessonRow> = {}): LessonRow {
  return {
    lesson_id,
    source: SOURCE,
    external_lesson: String(lesson_id),
    course_id: null,
    subject_id: 1,
    weekday: 1,
    hour: '1',
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    begins_at: '2026-08-31',
    ends_at: '2027-07-16',
    pattern: null,
    dates: null,
    comment: null,
    grade_ids: [1],
    teacher_ids: [1],
    bookable_ids: [1],
    ...more,
  };
}

/** The same lesson as a file has it. */
export function aRecord(
  external_id: string,
  { placements = [{}], ...more }: Partial<Omit<LessonRecord, 'placements'>> & Placements = {},
): LessonRecord {
  return {
    external_id,
    subject: 'M',
    grades: ['9b'],
    teachers: ['Brg'],
    course: null,
    begins_at: null,
    ends_at: null,
    comment: null,
    placements: placements.map((placement) => ({
      weekday: 1,
      hour: '1',
      begins_at: null,
      ends_at: null,
      bookables: ['204'],
      weeks: { kind: 'every' },
      ...placement,
    })),
    ...more,
  };
}
type Placements = { placements?: Partial<PlacementRecord>[] };

/** A substitution of a file: on a Monday's first period of 9b, Ms Krn instead of Ms Brg. */
export function aChange(external_id: string, more: Partial<SubstitutionRecord> = {}): SubstitutionRecord {
  return {
    external_id,
    date: '2026-11-16',
    hour: '1',
    begins_at: null,
    ends_at: null,
    kind: null,
    lesson: null,
    from: { subject: 'M', grades: ['9b'], teachers: ['Brg'], bookables: null },
    to: { subject: null, grades: null, teachers: ['Krn'], bookables: null },
    comment: null,
    is_hidden: false,
    counterpart: null,
    moved_comment: null,
    ...more,
  };
}

/** A substitution in force, as the one above becomes one. */
export function aStoredChange(id: number, more: Partial<SubstitutionRow> = {}): SubstitutionRow {
  return {
    id,
    source: SOURCE,
    external_key: `s${id}`,
    kind: null,
    is_hidden: false,
    date: '2026-11-16',
    hour: '1',
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    from_subject_id: 1,
    from_grade_ids: [1],
    from_teacher_ids: [1],
    from_bookable_ids: [],
    course_id: null,
    subject_id: 1,
    grade_ids: [1],
    teacher_ids: [2],
    bookable_ids: [],
    comment: null,
    moved_comment: null,
    target_date: null,
    target_hour: null,
    target_time_begins_at: null,
    target_time_ends_at: null,
    replaces: [],
    ...more,
  };
}

/** A whole weekly plan without content. */
export function aPlan({ scope, ...more }: Partial<Omit<ParsedPlan, 'scope'>> & ScopeOf = {}): ParsedPlan {
  return {
    format: 'untis-gpu',
    school_year: null,
    counts: {} as ParsedPlan['counts'],
    scope: { complete: [], lessons: 'all', substitutions: null, ...scope },
    times: [],
    grades: [],
    teachers: [],
    bookables: [],
    subjects: [],
    courses: [],
    lessons: [],
    substitutions: [],
    supervisions: [],
    holidays: [],
    warnings: [],
    rejected: [],
    ...more,
  };
}
type ScopeOf = { scope?: Partial<ParsedPlan['scope']> };

/** The two of each kind of master data that the state above has. */
export const UNITS = {
  grades: ['9b', '10a'].map(toRecord),
  teachers: ['Brg', 'Krn'].map(toRecord),
  bookables: ['204', '112'].map(toRecord),
  subjects: ['M', 'D'].map(toRecord),
};

export function toRecord(code: string) {
  return { external_id: null, code, name: null };
}

/** One import before its steps, with the school's own period times. */
export function toResolution(state: ImportState, plan: ParsedPlan, more: Partial<Resolution> = {}): Resolution {
  return {
    state,
    plan,
    source: SOURCE,
    grid: createGrid([plan.times, state.times]),
    anchor: state.year.anchor,
    free: toFreeDays(state.holidays),
    notes: createNotes(plan),
    ...more,
  };
}

/** Everything that publishing a weekly plan with these lessons would do. */
export function resolve(state: ImportState, plan: Partial<Parameters<typeof aPlan>[0]>, options: ParseOptions = {}) {
  return resolvePlan(state, aPlan({ ...UNITS, ...plan }), SOURCE, options);
}

/** The plan in force after a publication, with the ids that new records would get. */
export function publish(state: ImportState, change: PlanChange): ImportState {
  const real = (id: number) => (id < 0 ? 1000 - id : id);
  const ids = (list: readonly number[]) => list.map(real).sort((a, b) => a - b);
  const orNull = (id: number | null) => (id === null ? null : real(id));
  const masters = { ...state.masters };
  for (const { entity, after } of change.masters.changes) {
    const { subject_id = null, grade_ids = [], teacher_ids = [], ...rest } = after.extra as Partial<LessonRow>;
    const sides = { subject_id: orNull(subject_id), grade_ids: ids(grade_ids), teacher_ids: ids(teacher_ids) };
    const row = { ...after, id: real(after.id), extra: entity === 'course' ? { ...rest, ...sides } : after.extra };
    masters[entity] = [...masters[entity].filter(({ id }) => id !== row.id), row];
  }
  const lessons = change.lessons.rows.map((row) => ({
    ...row,
    lesson_id: real(row.lesson_id),
    course_id: orNull(row.course_id),
    subject_id: orNull(row.subject_id),
    grade_ids: ids(row.grade_ids),
    teacher_ids: ids(row.teacher_ids),
    bookable_ids: ids(row.bookable_ids),
  }));
  const { added, changed, removed } = change.substitutions;
  const gone = new Set([...removed, ...changed.map(({ before }) => before)].map(({ id }) => id));
  const fresh = [...added, ...changed.map(({ after }) => after)].map((row) => ({
    ...row,
    id: real(row.id),
    replaces: row.replaces.map((one) => ({ ...one, lesson_id: real(one.lesson_id) })),
    subject_id: orNull(row.subject_id),
    from_subject_id: orNull(row.from_subject_id),
  }));
  return {
    ...state,
    masters,
    lessons,
    keys: new Map([
      ...state.keys,
      ...change.masters.keys.map(({ entity, external, id }) => [keyOf(entity, external), real(id)] as const),
      ...change.lessons.keys.map(({ external, lesson_id }) => [keyOf('lesson', external), lesson_id] as const),
    ]),
    substitutions: [...state.substitutions.filter(({ id }) => !gone.has(id)), ...fresh],
  };
}
