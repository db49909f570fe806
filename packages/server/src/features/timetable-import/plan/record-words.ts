import type {
  EntityRecord,
  LessonRecord,
  ParsedPlan,
  SubstitutionRecord,
} from '@kreide/core/features/timetable-import';

const KINDS = ['grades', 'teachers', 'subjects'] as const;
type Codes = Record<(typeof KINDS)[number], ReadonlyMap<string, string>>;
const known = new WeakMap<readonly EntityRecord[], Codes>();

/** The codes that people know, by the keys that a file uses in their place. */
function codesOf(plan: Pick<ParsedPlan, (typeof KINDS)[number]>): Codes {
  const found = known.get(plan.grades);
  if (found) return found;
  const toMap = (records: readonly EntityRecord[]) =>
    new Map(records.map(({ external_id, code }) => [external_id ?? code, code]));
  const codes = { grades: toMap(plan.grades), teachers: toMap(plan.teachers), subjects: toMap(plan.subjects) };
  known.set(plan.grades, codes);
  return codes;
}

type Names = { subject: string | null; grades: readonly string[] | null; teachers: readonly string[] | null };

function toWords(plan: ParsedPlan, { subject, grades, teachers }: Names): string {
  const codes = codesOf(plan);
  const listed = (kind: 'grades' | 'teachers', keys: readonly string[] | null) =>
    (keys ?? []).map((key) => codes[kind].get(key) ?? key).join(', ');
  const named = subject === null ? '' : (codes.subjects.get(subject) ?? subject);
  return [listed('grades', grades), named, listed('teachers', teachers)].filter(Boolean).join(' ');
}

/** A lesson as its school calls it: classes, subject, teachers; its id where it has none of them. */
export function wordsOfLesson(plan: ParsedPlan, lesson: LessonRecord): string {
  return toWords(plan, lesson) || lesson.external_id;
}

/** A change as its school calls it: what is changed and when; without any of it its text, else its id. */
export function wordsOfChange(plan: ParsedPlan, record: SubstitutionRecord): string {
  const { from, to, date, hour, comment, external_id } = record;
  const what = toWords(plan, {
    subject: from.subject ?? to.subject,
    grades: from.grades ?? to.grades,
    teachers: from.teachers ?? to.teachers,
  });
  return [what || comment || external_id, hour === null ? date : `${date}/${hour}`].join(': ');
}
