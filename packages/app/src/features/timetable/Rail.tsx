import type { Entity, Occurrence } from '@kreide/core/features/timetable';
import { changesAhead } from '@kreide/core/features/timetable';
import { isoWeekOf, type LocalTime, mondayOf } from '@kreide/core/kernel';
import { type ReactNode, Suspense, useId, useMemo } from 'react';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { NextBoard } from './NextBoard.tsx';
import styles from './Rail.module.css';
import { useDaysAhead } from './use-days-ahead.ts';
import { useTexts } from './use-texts.ts';
import { WeekChanges } from './WeekChanges.tsx';

const MiniMonth = late(async () => (await import('./MiniMonth.tsx')).MiniMonth);

interface RailProps {
  entity: Entity;
  id: string;
  now: LocalTime;
  /** The date on screen, for the month. */
  date: string;
  hasMonth: boolean;
  hasChange: (date: string) => boolean;
  onOpen: (occurrence: Occurrence) => void;
  onJump: (date: string) => void;
  /** The chosen lesson. */
  children: ReactNode;
}

/** Beside the plan: what comes next, the chosen lesson, this week's changes from now on, a month. */
export function Rail({ entity, id, now, date, hasMonth, hasChange, onOpen, onJump, children }: RailProps) {
  const { t } = useTexts();
  const { t: words } = useTranslation('start');
  const heading = useId();
  const { ahead } = useDaysAhead(entity, id, now);
  const lessons = ahead?.timetable.lessons;
  const day = ahead?.day.date ?? now.date;
  const changes = useMemo(() => (lessons ? changesAhead(lessons, day, now) : []), [lessons, day, now]);
  const isThisWeek = mondayOf(day) === mondayOf(now.date);
  return (
    <aside aria-label={words('railLabel')}>
      {ahead?.next && <NextBoard next={ahead.next} entity={entity} now={now} isTall />}
      {children}
      {ahead && changes.length > 0 && (
        <section aria-labelledby={heading} className={styles.changes}>
          <h2 id={heading}>
            {isThisWeek
              ? words('changedThisWeek')
              : words('changedInWeek', { week: t('weekNumber', { week: isoWeekOf(day) }) })}
          </h2>
          <WeekChanges timetable={ahead.timetable} changes={changes} onOpen={onOpen} />
        </section>
      )}
      {ahead && changes.length === 0 && (
        <div className={styles.card}>
          <EmptyState icon="checkCircle" title={words('noChangesTitle')} text={words('noChangesText')} />
        </div>
      )}
      {hasMonth && (
        <Suspense fallback={null}>
          <div className={styles.card}>
            <MiniMonth date={date} today={now.date} hasChange={hasChange} onChoose={onJump} />
          </div>
        </Suspense>
      )}
    </aside>
  );
}
