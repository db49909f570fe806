import { describe, expect, it } from 'vitest';
import { changesOf, moveOf } from './look.ts';
import { aLesson, aReference } from './timetable.fixtures.ts';

const unit = (id: number, shortcut: string, name: string | null = null) => ({ id, shortcut, name });
const subject = (shortcut: string, name: string | null = null) => ({ ...unit(9, shortcut, name), color: 'blue' });

describe('what changed about a lesson', () => {
  it('is nothing without a lesson that it replaces, or where that is the same', () => {
    expect(changesOf(aLesson())).toEqual([]);
    expect(changesOf(aLesson({ kind: 'EVENT' }))).toEqual([]);
    expect(changesOf(aLesson({ substituted_lessons: [aReference()] }))).toEqual([]);
  });

  it('is each thing that differs, old and new', () => {
    const old = aReference({ subject: subject('D'), time_begins_at: '09:00', time_ends_at: '09:45', teachers: [] });
    expect(changesOf(aLesson({ substituted_lessons: [old], subject: null, bookables: [] }))).toEqual([
      { field: 'subject', before: 'D', after: null },
      { field: 'teacher', before: null, after: 'Ms Berg' },
      { field: 'room', before: '204', after: null },
      { field: 'time', before: '09:00–09:45', after: '08:00–08:45' },
    ]);
    const named = aReference({ subject: subject('D', 'German') });
    expect(changesOf(aLesson({ substituted_lessons: [named] }))[0]).toMatchObject({ before: 'German' });
  });

  it('takes several replaced lessons together: each name once, in order, and no times', () => {
    const old = [
      aReference({ bookables: [unit(3, '9'), unit(2, '112')], time_ends_at: '09:00' }),
      aReference({ bookables: [unit(2, '112')], subject: null }),
    ];
    expect(changesOf(aLesson({ substituted_lessons: old }))).toEqual([
      { field: 'room', before: '112, 9', after: '204' },
    ]);
  });

  it.each(['EVENT', 'ADDITIONAL'] as const)('of an %s is only the subject in whose place it is', (kind) => {
    const old = aReference({ subject: subject('D', 'German'), teachers: [] });
    expect(changesOf(aLesson({ kind, substituted_lessons: [old] }))).toEqual([
      { field: 'subject', before: 'German', after: 'Mathematics' },
    ]);
    expect(changesOf(aLesson({ kind, substituted_lessons: [aReference()] }))).toEqual([]);
    expect(changesOf(aLesson({ kind, substituted_lessons: [aReference({ subject: null })] }))).toEqual([]);
  });

  it.each(['CANCLED', 'MESSAGE', 'MOVED_TO', 'MOVED_FROM'] as const)('of %s is not said like this', (kind) => {
    expect(changesOf(aLesson({ kind, substituted_lessons: [aReference({ teachers: [] })] }))).toEqual([]);
  });
});

describe('where a moved lesson went or came from', () => {
  const [target, replaced] = [aReference({ lesson_id: 2 }), aReference({ lesson_id: 3 })];

  it.each(['MOVED_TO', 'MOVED_FROM'] as const)('is its target before what it replaces: %s', (kind) => {
    const move = (more: object) => moveOf(aLesson({ kind, ...more }))?.lesson_id;
    expect(move({ substituted_target_lessons: [target], substituted_lessons: [replaced] })).toBe(2);
    expect(move({ substituted_lessons: [replaced] })).toBe(3);
    expect(moveOf(aLesson({ kind }))).toBeNull();
  });

  it('is nowhere for any other', () => {
    expect(moveOf(aLesson({ kind: 'CANCLED', substituted_target_lessons: [target] }))).toBeNull();
    expect(moveOf(aLesson({ substituted_lessons: [replaced] }))).toBeNull();
  });
});
