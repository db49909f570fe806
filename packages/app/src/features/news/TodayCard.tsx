import { type Entity, toPlaceText } from '@kreide/core/features/timetable';
import { writeDate } from '@kreide/core/kernel';
import { useId, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDayPlan, useNow } from '../timetable/index.ts';
import styles from './TodayCard.module.css';
import { type TodayLesson, toTodayLessons } from './today.ts';

interface TodayCardProps {
  /** Whose lessons. */
  entity: Entity;
  id: number;
  /** Name in the heading, for a child; left out for the user's own plan. */
  name?: string | undefined;
  timeZone: string;
}

/**
 * Today's lessons in short: time, subject, room, and any change in a word. Where space is short it shows only the
 * current and next lessons and every change, until the whole day is expanded.
 */
export function TodayCard({ entity, id, name, timeZone }: TodayCardProps) {
  const { t, language } = useTranslation(['news', 'shell', 'timetable']);
  const heading = useId();
  const { date, minutes } = useNow(timeZone);
  const [isWhole, setWhole] = useState(false);
  const plan = useDayPlan(entity, String(id), date);
  const lessons = plan.occurrences && toTodayLessons(plan.occurrences, minutes);
  const isOver = lessons?.every(({ isExtra }) => isExtra);
  return (
    <Card>
      <section aria-labelledby={heading} className={styles.today}>
        <div>
          <h2 id={heading}>{name ? t('today.titleOf', { name }) : t('today.title')}</h2>
          <p className={styles.about}>{writeDate(language, date, 'weekday')}</p>
        </div>
        {plan.isLoading && <Skeleton type="calendar-list" items={3} label={t('today.loading')} />}
        {plan.isMissing && (
          <div role="alert" className={styles.today}>
            <p>{t('today.error')}</p>
            <Button icon="refresh" isPending={plan.isFetching} onPress={plan.refetch}>
              {t('shell:retry')}
            </Button>
          </div>
        )}
        {lessons?.length === 0 && <p className={styles.about}>{plan.holiday ?? t('today.empty')}</p>}
        {lessons && lessons.length > 0 && (
          <>
            {isOver && <p className={styles.about}>{t('today.over')}</p>}
            <ol className={classes(styles.list, !isWhole && styles.short)}>
              {lessons.map((entry) => (
                <TodayRow
                  key={`${entry.lesson.uuid} ${entry.lesson.time_begins_at} ${entry.look}`}
                  entry={entry}
                  isTeacher={entity === 'teachers'}
                />
              ))}
            </ol>
          </>
        )}
        {lessons?.some(({ isExtra }) => isExtra) && (
          <div className={styles.more}>
            <Button wide aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
              {t(isWhole ? 'today.less' : 'today.all')}
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}

function TodayRow({ entry, isTeacher }: { entry: TodayLesson; isTeacher: boolean }) {
  const { t } = useTranslation(['timetable', 'news']);
  const { lesson, look, isNow, isExtra } = entry;
  const isOff = look === 'CANCLED' || look === 'MOVED_TO';
  const where = isTeacher
    ? toPlaceText(lesson, 'teachers')
    : [...lesson.bookables, ...lesson.teachers].map((unit) => unit.shortcut).join(' · ');
  return (
    <li
      className={classes(styles.row, isExtra && styles.extra, isNow && styles.current)}
      aria-current={isNow ? 'time' : undefined}
    >
      <span className={styles.time}>
        {lesson.time_begins_at}
        <span className={styles.end}>–{lesson.time_ends_at}</span>
      </span>
      <span className={styles.words}>
        <span className={classes(styles.name, isOff && styles.off)}>
          {lesson.meta.displayname}
          {isNow && <span className={styles.now}>{t('news:today.now')}</span>}
        </span>
        {where && <span className={styles.about}>{where}</span>}
      </span>
      {look !== 'regular' && (
        <span className={classes(styles.state, isOff && styles.offState)}>
          <Icon name={isOff ? 'close' : 'info'} size={16} />
          {t(`timetable:look_${look}`)}
        </span>
      )}
    </li>
  );
}
