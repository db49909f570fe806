import { type Formats, type Lesson, lookOf, nameOf, toDifference, toFormats } from '@kreide/core/features/timetable';
import { type Language, type Translate, type TranslateIn, translateIn } from '@kreide/core/kernel';
import type { NotificationText } from '../channels/index.ts';
import { type PlanSnapshot, toSubstitutionLesson, wordsOf } from '../timetable/index.ts';
import type { PlanChange } from './plan-changes.ts';

/** Who reads a change: a pupil their own, parents with the names of the children, teachers with the classes. */
export interface PlanReader {
  language: Language;
  /** First names of the children it is about; empty for everybody else. */
  children: readonly string[];
  isTeacher: boolean;
}

/** Says the changes of one publication in every language that somebody reads. */
export function planWords(snapshot: PlanSnapshot, texts: { for(language: Language): Translate }) {
  const words = wordsOf(snapshot, { kind: 'member' });
  const lessons = new Map<PlanChange, Lesson>();
  const sayers = new Map<Language, { t: Translate; words: TranslateIn<'timetable'>; formats: Formats }>();
  const sayerOf = (language: Language) => {
    const t = texts.for(language);
    const known = sayers.get(language) ?? {
      t,
      words: translateIn(t, 'timetable'),
      formats: toFormats(translateIn(t, 'timetable'), language),
    };
    sayers.set(language, known);
    return known;
  };
  const lessonOf = (change: PlanChange): Lesson => {
    const known = lessons.get(change) ?? toSubstitutionLesson(snapshot, change.substitution, words);
    lessons.set(change, known);
    return known;
  };
  const withChildren = (title: string, { children }: PlanReader) =>
    children.length === 0 ? title : `${children.join(', ')} · ${title}`;

  return {
    /** One change: what it is, when, and old and new value in words (D-6.02). */
    toText(change: PlanChange, reader: PlanReader): NotificationText {
      const { t, words: say, formats } = sayerOf(reader.language);
      const lesson = lessonOf(change);
      const before = lesson.substituted_lessons.find(({ subject }) => subject !== null)?.subject;
      const name = lesson.meta.displayname || (before ? nameOf(before) : '');
      const what = [name, ...(reader.isTeacher ? lesson.grades.map(({ shortcut }) => shortcut) : [])].join(' ');
      const title =
        change.kind === 'withdrawn'
          ? t('notifications:plan.withdrawn', { what })
          : `${formats.looks[lookOf(lesson)]}: ${what}`;
      const { date, time_begins_at, time_ends_at } = change.substitution;
      const when = { date: formats.date(date), times: formats.times(time_begins_at, time_ends_at) };
      const lines = [
        withChildren(title, reader),
        change.kind === 'weekly' ? t('notifications:plan.weekly', when) : `${when.date}, ${when.times}`,
        change.kind === 'withdrawn' ? '' : toDifference(lesson, say, formats),
        change.kind === 'withdrawn' ? '' : (lesson.comment ?? ''),
      ];
      return {
        content: lines.filter(Boolean).join('\n'),
        target_type: 'lesson',
        target_id: change.substitution.id || null,
        target_snapshot: { name: what, by: null },
        named_id: null,
        ...(change.kind === 'day' && { told_of: `lesson:${change.substitution.id}` as const }),
      };
    },

    /** More weekly changes than somebody wants to read one by one. */
    toSummary(count: number, from: string, reader: PlanReader): NotificationText {
      const { t, formats } = sayerOf(reader.language);
      const title = withChildren(t('notifications:plan.newPlan'), reader);
      return {
        content: `${title}\n${t('notifications:plan.newPlanText', { changed: count, date: formats.date(from) })}`,
        target_type: 'lesson',
        target_id: null,
        target_snapshot: { name: '', by: null },
        named_id: null,
      };
    },
  };
}
