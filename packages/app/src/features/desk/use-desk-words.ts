import type { DeskLesson, DeskRanking } from '@kreide/core/features/desk';
import type { Unit } from '@kreide/core/features/structure';
import { type Lesson, lookOf, nameOf, toDifference, toFormats } from '@kreide/core/features/timetable';
import { useMemo } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';

type Part = DeskRanking['suggestions'][number]['parts'][number];

const codes = (units: readonly Unit[]): string => units.map(({ shortcut }) => shortcut).join(', ');

/** A person or room in a list: long name and code. */
export const toText = ({ shortcut, name }: Unit): string => (name ? `${name} (${shortcut})` : shortcut);

/** Lessons, sums and what everybody reads of a change, in words. */
export function useDeskWords() {
  const { t, language } = useTranslation('desk');
  const { t: say } = useTranslation('timetable');
  const formats = useMemo(() => toFormats(say, language), [say, language]);
  return {
    formats,
    /** "7b Mathematics". */
    nameLesson: ({ grades, subject, course }: Pick<DeskLesson, 'grades' | 'subject' | 'course'>): string => {
      const what = subject ?? course;
      return [codes(grades), what && nameOf(what)].filter(Boolean).join(' ');
    },
    /** "Period 3 · Bg · 204". */
    placeLesson: ({
      hour,
      time_begins_at,
      teachers,
      bookables,
    }: Pick<DeskLesson, 'hour' | 'time_begins_at' | 'teachers' | 'bookables'>): string =>
      [hour === null ? time_begins_at : t('period', { hour }), codes(teachers), codes(bookables)]
        .filter(Boolean)
        .join(' · '),
    /** "+20 teaches this subject in this class". */
    sayPart: ({ factor, count, points }: Part): string =>
      `${points < 0 ? '−' : '+'}${Math.abs(points)} ${t(`factor.${factor}`, { count })}`,
    /** What people read of a change: what it is, when, what is different, and the text. */
    toRead: (lesson: Lesson) => ({
      whom: codes(lesson.grades) || codes(lesson.teachers),
      title: [formats.looks[lookOf(lesson)], lesson.meta.displayname].filter(Boolean).join(': '),
      when: `${formats.date(lesson.begins_at)}, ${formats.times(lesson.time_begins_at, lesson.time_ends_at)}`,
      difference: toDifference(lesson, say, formats),
      comment: lesson.comment === lesson.meta.displayname ? '' : (lesson.comment ?? ''),
    }),
  };
}

export type DeskWords = ReturnType<typeof useDeskWords>;
