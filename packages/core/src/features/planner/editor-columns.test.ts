import { describe, expect, it } from 'vitest';
import { type EditorAnswer, editorAnswer, editorOf, packEditor } from './editor-columns.ts';
import { diceOf } from './proposal/random.ts';
import { lessonOf, PERIODS } from './proposal/small-school.ts';
import type { Demand, EditorState, EditsDone, PlannedLesson } from './schema.ts';
import { applyEdits, applyToAnswer } from './state.ts';

const version = { id: 1, revision: 3 } as EditorState['version'];
const stateOf = (lessons: PlannedLesson[], demands: Demand[] = []): EditorState => ({
  version,
  days: 5,
  periods: PERIODS,
  grades: [],
  teachers: [],
  bookables: [],
  subjects: [],
  courses: [],
  wishes: [],
  patterns: [],
  lessons,
  demands,
});
const WEEKS = [['2026-08-03'], ['2026-08-10'], ['2026-08-03', '2026-08-10']];

/** Lessons that differ from one another in any of their parts. */
function lessonsOf(count: number): PlannedLesson[] {
  const dice = diceOf(8);
  const some = () => Array.from({ length: dice.below(3) }, () => 1 + dice.below(3));
  return Array.from({ length: count }, () => {
    const weeks = WEEKS[dice.below(4)];
    return lessonOf({
      ...(dice.next() < 0.8 && { at: [1 + dice.below(3), 1 + dice.below(4)] as const }),
      version: 1 + dice.below(3),
      subject_id: dice.next() < 0.2 ? null : 1 + dice.below(3),
      course_id: dice.next() < 0.5 ? null : 1 + dice.below(3),
      length: 1 + dice.below(2),
      ...(dice.next() < 0.3 && { ends_at: '2026-08-15' }),
      ...(dice.next() < 0.3 && { begins_at: '2026-08-09' }),
      pattern: weeks ? { name: dice.next() < 0.5 ? 'A' : 'x', weeks } : null,
      grade_ids: some(),
      teacher_ids: some(),
      bookable_ids: some(),
      is_pinned: dice.next() < 0.2,
      is_divisible: dice.next() < 0.2,
    });
  });
}
const travelled = (answer: EditorAnswer): EditorAnswer => JSON.parse(JSON.stringify(answer));

describe('the state of the editor', () => {
  it('is the same after it has travelled, in its order, and keeps to the contract [T-7.10]', () => {
    const lessons = lessonsOf(400);
    const demands = lessonsOf(60).map(
      ({ subject_id, course_id, grade_ids, teacher_ids, bookable_ids, pattern }, at): Demand => ({
        subject_id,
        course_id,
        grade_ids,
        teacher_ids,
        bookable_ids,
        pattern,
        blocks: [2, 1].slice(0, at % 3),
      }),
    );
    const state = stateOf(lessons, demands);
    const { lessons: columns, contents, demands: taught, week_patterns, slots, spans } = travelled(packEditor(state));
    expect(editorOf(travelled(packEditor(state)))).toEqual(state);
    for (const [name, schema] of Object.entries({
      contents,
      lessons: columns,
      demands: taught,
      week_patterns,
      slots,
      spans,
    }))
      expect(editorAnswer.shape[name as 'slots'].safeParse(schema).success, name).toBe(true);
  });

  it('keeps what is told of a lesson at an odd time, and of one with a part of a time', () => {
    const odd = { hour: null, time_begins_at: '09:10', time_ends_at: '10:20' };
    const lessons = [
      lessonOf({ weekday: 2, ...odd }),
      lessonOf({ weekday: 3, ...odd }),
      lessonOf({ hour: '3' }),
      lessonOf({}),
    ];
    expect(editorOf(packEditor(stateOf(lessons))).lessons).toEqual(lessons);
  });

  it('says what many lessons have in common once', () => {
    const one = { subject_id: 4, at: [1, 1] as const, pattern: { name: 'A', weeks: ['2026-08-03'] } };
    const lessons = [lessonOf(one), lessonOf(one), lessonOf({ ...one, at: [1, 2] })];
    const [{ length: _, ...content } = lessonOf(one)] = lessons;
    const answer = packEditor(stateOf(lessons, [{ ...content, blocks: [1, 1, 1] }]));
    const { contents, week_patterns, slots, spans } = answer;
    expect([contents.subject_ids.length, week_patterns.length, slots.length, spans.length]).toEqual([1, 1, 2, 1]);
    expect([answer.lessons.contents, answer.demands.contents]).toEqual([[0, 0, 0], [0]]);
    const many = packEditor(stateOf(lessonsOf(2_000)));
    expect(JSON.stringify(many.lessons).length / 2_000).toBeLessThan(25);
  });

  it('is after a push what a fresh answer would be, and stays the same answer for an older one', () => {
    const lessons = lessonsOf(20);
    const state = stateOf(lessons);
    const changed = { ...(lessons[3] as PlannedLesson), version: 9, teacher_ids: [77], weekday: null, hour: null };
    const done = {
      version: { ...version, revision: 4 },
      lessons: [changed],
      removed_ids: [lessons[5]?.lesson_id],
    } as EditsDone;
    const answer = packEditor(state);
    expect(editorOf(applyToAnswer(answer, done))).toEqual(applyEdits(state, done));
    expect(applyToAnswer(answer, { ...done, version: { ...version, revision: 2 } })).toBe(answer);
  });
});
