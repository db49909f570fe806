import * as z from 'zod/mini';
import * as f from '../../kernel/fields.ts';
import { type Demand, type EditorState, editorFacts, type PlannedLesson, weekPattern } from './schema.ts';

const count = z.int().check(z.minimum(0));
/** The place of a row in another table; -1: none. */
const place = z.int().check(z.minimum(-1));

/** What lessons and demands are of, each once. */
const contents = z.object({
  subject_ids: z.array(z.nullable(f.id)),
  course_ids: z.array(z.nullable(f.id)),
  grade_ids: z.array(z.array(f.id)),
  teacher_ids: z.array(z.array(f.id)),
  bookable_ids: z.array(z.array(f.id)),
  /** Places in `week_patterns`; -1: every week. */
  patterns: z.array(place),
});

/** Lessons by column: the same place in each is the same lesson. */
const lessonColumns = z.object({
  lesson_ids: z.array(f.id),
  versions: z.array(count),
  contents: z.array(count),
  /** Places in `slots`; -1: it has no time. */
  slots: z.array(place),
  lengths: z.array(count),
  spans: z.array(count),
  /** Few are. */
  pinned_ids: z.array(f.id),
  divisible_ids: z.array(f.id),
});

/**
 * Everything that the editor shows of a version (T-7.10), as it travels: thousands of lessons by column, and whatever many of
 * them have in common once. `editorOf` makes lessons and demands of it again.
 */
export const editorAnswer = z.extend(editorFacts, {
  week_patterns: z.array(weekPattern),
  slots: z.array(
    z.object({
      weekday: z.nullable(z.int()),
      time_begins_at: z.nullable(f.time),
      time_ends_at: z.nullable(f.time),
      hour: z.nullable(z.string()),
    }),
  ),
  spans: z.array(z.object({ begins_at: f.date, ends_at: f.date })),
  contents,
  lessons: lessonColumns,
  /** Taken from the plan in force of the school year, or of the newest one before it that has one. */
  demands: z.object({ contents: z.array(count), blocks: z.array(z.array(count)) }),
});
export type EditorAnswer = z.output<typeof editorAnswer>;

/** Rows that are there once, and where each is. */
class Table<Row> {
  readonly rows: Row[] = [];
  private readonly places = new Map<string, number>();

  placeOf(key: string, toRow: () => Row): number {
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.rows.length);
    return this.rows.push(toRow()) - 1;
  }
}

type Content = Omit<Demand, 'blocks'>;

/** The answer that says a state of the editor. */
export function packEditor({ lessons, demands, ...facts }: EditorState): EditorAnswer {
  const [patterns, slots, spans, contents] = [
    new Table<EditorAnswer['week_patterns'][number]>(),
    new Table<EditorAnswer['slots'][number]>(),
    new Table<EditorAnswer['spans'][number]>(),
    new Table<Content & { place: number }>(),
  ];
  const patternAt = (pattern: Content['pattern']) =>
    pattern ? patterns.placeOf(`${pattern.name}|${pattern.weeks}`, () => pattern) : -1;
  const contentAt = (content: Content) => {
    const { subject_id, course_id, grade_ids, teacher_ids, bookable_ids, pattern } = content;
    const at = patternAt(pattern);
    const key = `${subject_id}|${course_id}|${grade_ids}|${teacher_ids}|${bookable_ids}|${at}`;
    return contents.placeOf(key, () => ({ ...content, place: at }));
  };
  const slotAt = ({ weekday, time_begins_at, time_ends_at, hour }: PlannedLesson) =>
    weekday === null && time_begins_at === null && time_ends_at === null && hour === null
      ? -1
      : slots.placeOf(JSON.stringify([weekday, time_begins_at, time_ends_at, hour]), () => ({
          weekday,
          time_begins_at,
          time_ends_at,
          hour,
        }));
  const spanAt = ({ begins_at, ends_at }: PlannedLesson) =>
    spans.placeOf(`${begins_at}|${ends_at}`, () => ({ begins_at, ends_at }));
  const idsOf = (isMarked: (lesson: PlannedLesson) => boolean) =>
    lessons.filter(isMarked).map(({ lesson_id }) => lesson_id);
  const columns = {
    lesson_ids: lessons.map(({ lesson_id }) => lesson_id),
    versions: lessons.map(({ version }) => version),
    contents: lessons.map(contentAt),
    slots: lessons.map(slotAt),
    lengths: lessons.map(({ length }) => length),
    spans: lessons.map(spanAt),
    pinned_ids: idsOf(({ is_pinned }) => is_pinned),
    divisible_ids: idsOf(({ is_divisible }) => is_divisible),
  };
  const taught = { contents: demands.map(contentAt), blocks: demands.map(({ blocks }) => blocks) };
  return {
    ...facts,
    week_patterns: patterns.rows,
    slots: slots.rows,
    spans: spans.rows,
    contents: {
      subject_ids: contents.rows.map(({ subject_id }) => subject_id),
      course_ids: contents.rows.map(({ course_id }) => course_id),
      grade_ids: contents.rows.map(({ grade_ids }) => grade_ids),
      teacher_ids: contents.rows.map(({ teacher_ids }) => teacher_ids),
      bookable_ids: contents.rows.map(({ bookable_ids }) => bookable_ids),
      patterns: contents.rows.map((row) => row.place),
    },
    lessons: columns,
    demands: taught,
  };
}

const NOWHERE = { weekday: null, time_begins_at: null, time_ends_at: null, hour: null };

/** The state of the editor that an answer says. */
export function editorOf(answer: EditorAnswer): EditorState {
  const { week_patterns, slots, spans, contents, lessons, demands, ...facts } = answer;
  const rows = contents.subject_ids.map(
    (subject_id, at): Content => ({
      subject_id,
      course_id: contents.course_ids[at] ?? null,
      grade_ids: contents.grade_ids[at] ?? [],
      teacher_ids: contents.teacher_ids[at] ?? [],
      bookable_ids: contents.bookable_ids[at] ?? [],
      pattern: week_patterns[contents.patterns[at] ?? -1] ?? null,
    }),
  );
  const contentAt = (at: number | undefined) => rows[at ?? -1] as Content;
  const pinned = new Set(lessons.pinned_ids);
  const divisible = new Set(lessons.divisible_ids);
  return {
    ...facts,
    lessons: lessons.lesson_ids.map((lesson_id, at): PlannedLesson => {
      const { begins_at, ends_at } = spans[lessons.spans[at] ?? -1] as EditorAnswer['spans'][number];
      return {
        lesson_id,
        version: lessons.versions[at] ?? 0,
        ...contentAt(lessons.contents[at]),
        ...(slots[lessons.slots[at] ?? -1] ?? NOWHERE),
        length: lessons.lengths[at] ?? 0,
        begins_at,
        ends_at,
        is_pinned: pinned.has(lesson_id),
        is_divisible: divisible.has(lesson_id),
      };
    }),
    demands: demands.contents.map((content, at) => ({ ...contentAt(content), blocks: demands.blocks[at] ?? [] })),
  };
}
