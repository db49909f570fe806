import type { Lesson, LessonReference } from './schema.ts';

/** A regular lesson on 18 November 2026 for tests; pass the fields that matter. */
export function aLesson(more: Partial<Lesson> = {}): Lesson {
  return {
    uuid: '00000000-0000-4000-8000-000000000001',
    lesson_id: 1,
    kind: null,
    meta: { displayname: 'Mathematics', shortname: 'M', displayname_kind: 'subject', moved_comment: null },
    comment: null,
    begins_at: more.dates?.[0] ?? '2026-11-18',
    ends_at: more.dates?.at(-1) ?? '2026-11-18',
    dates: ['2026-11-18'],
    hour: '1',
    time_begins_at: '08:00',
    time_ends_at: '08:45',
    substituted_lessons: [],
    substituted_target_lessons: [],
    substituted_pivot: null,
    referenced_target_lessons: [],
    teachers: [{ id: 1, shortcut: 'Brg', name: 'Ms Berg' }],
    grades: [{ id: 1, shortcut: '9b', name: null }],
    bookables: [{ id: 1, shortcut: '204', name: null }],
    subject: { id: 1, shortcut: 'M', name: 'Mathematics', color: 'blue' },
    course: null,
    ...more,
  };
}

/** A lesson that a substitution refers to: the one above, with the given fields changed. */
export function aReference(more: Partial<LessonReference> = {}): LessonReference {
  const { uuid, lesson_id, time_begins_at, time_ends_at, subject, teachers, grades, bookables } = aLesson();
  return {
    lesson_uuid: uuid,
    lesson_id,
    lesson_date: '2026-11-18',
    time_begins_at,
    time_ends_at,
    subject,
    teachers,
    grades,
    bookables,
    ...more,
  };
}
