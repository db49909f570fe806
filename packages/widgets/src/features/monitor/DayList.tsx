import type { MonitorPlan } from '@kreide/core/features/monitor';
import type { TranslateIn } from '@kreide/core/kernel';
import { Entry } from './Entry.tsx';
import type { Group } from './lines.ts';
import { toDayWord } from './school-day.ts';
import type { MonitorTexts } from './texts.ts';

export interface DayListProps {
  readonly plan: MonitorPlan;
  readonly groups: readonly Group[];
  /** The chosen class; empty for all. */
  readonly grade: string;
  readonly isSearched: boolean;
  /** Have lines left because their lessons are over? */
  readonly hadMore: boolean;
  /** Today at the school. */
  readonly today: string;
  /** The day in front of this one. */
  readonly before: string | null;
  readonly texts: MonitorTexts;
  readonly t: TranslateIn<'monitor' | 'widgets'>;
}

/** The changes of one day: its date, the message of the day, and a list for each class. */
export function DayList({ plan, groups, grade, isSearched, hadMore, today, before, texts, t }: DayListProps) {
  const { substitution_date: date, message, absent_teachers: absent, last_lesson_ends_at: ends } = plan;
  // A plan that a page has kept may be older than the field. Who looks for something, or at one class, reads of no others.
  const exams = (isSearched ? [] : (plan.exams ?? [])).filter((exam) => !grade || exam.split(/[\s,]+/).includes(grade));
  const relation = toDayWord(plan, today, before);
  return (
    <section className="s-day" part="day" aria-label={texts.date(date)}>
      <h3 part="title">
        {relation && <span className={`s-relation s-is-${relation}`}>{t(`day_${relation}`)}</span>}
        <span>{texts.date(date)}</span>
      </h3>
      {message !== null && (
        <p className="s-message" part="message">
          {message}
        </p>
      )}
      {absent && absent.length > 0 && <p className="s-quiet">{t('absentTeachers', { names: absent.join(', ') })}</p>}
      {exams.length > 0 && <p className="s-quiet">{t('exams', { names: exams.join(', ') })}</p>}
      {groups.map((group) => {
        const name = group.grade || t('allGrades');
        return (
          <ul key={group.grade} className="m-group" part="group" aria-label={name}>
            {group.lines.map((line, index) => (
              <Entry
                key={line.entry.uuid}
                line={line}
                grade={index === 0 ? group.grade : null}
                isFirst={index === 0}
                day={date}
                texts={texts}
              />
            ))}
          </ul>
        );
      })}
      {groups.length === 0 && <p className="s-quiet">{whyEmpty()}</p>}
    </section>
  );

  function whyEmpty(): string {
    if (isSearched) return t('noneFound');
    if (plan.holiday) return t('holiday', { name: plan.holiday });
    if (ends === null) return t('noSchool');
    if (hadMore) return t('noMore');
    return grade === '' ? t('noSubstitutions') : t('noneForClass', { grade });
  }
}
