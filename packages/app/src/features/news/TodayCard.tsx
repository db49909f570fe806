import { timetableApi } from '@kreide/core/features/timetable';
import { toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../kernel/client.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './TodayCard.module.css';
import { type TodayLesson, toTodayLessons } from './today.ts';

interface TodayCardProps {
  /** Whose lessons. */
  userId: number;
  /** Name in the heading, for a child; left out for the own plan. */
  name?: string | undefined;
  timeZone: string;
}

/** The lessons of today in short: time, subject, room, and what is different in a word. */
export function TodayCard({ userId, name, timeZone }: TodayCardProps) {
  const { t, i18n } = useTranslation(['news', 'shell', 'timetable']);
  const heading = useId();
  const { date } = toLocal(new Date(), timeZone);
  const plan = useQuery({
    queryKey: ['timetable', 'today', userId, date],
    queryFn: async ({ signal }) => {
      const args = {
        params: { entity: 'users' as const, id: String(userId) },
        query: { begins_at: date, ends_at: date },
      };
      return (await client.call(timetableApi.get, args, { signal, retries: 1 })).data;
    },
  });
  const lessons = plan.data && toTodayLessons(plan.data.lessons, date);
  const day = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (
    <Card>
      <section aria-labelledby={heading} className={styles.today}>
        <div>
          <h2 id={heading}>{name ? t('today.titleOf', { name }) : t('today.title')}</h2>
          <p className={styles.about}>{day.format(new Date(`${date}T00:00:00Z`))}</p>
        </div>
        {plan.isPending && <Skeleton type="calendar-list" items={3} label={t('today.loading')} />}
        {plan.isError && !plan.data && (
          <div role="alert" className={styles.today}>
            <p>{t('today.error')}</p>
            <Button icon="refresh" isPending={plan.isFetching} onPress={() => plan.refetch()}>
              {t('shell:retry')}
            </Button>
          </div>
        )}
        {lessons?.length === 0 && <p className={styles.about}>{plan.data?.holidays[0]?.name ?? t('today.empty')}</p>}
        {lessons && lessons.length > 0 && (
          <ol className={styles.list}>
            {lessons.map((entry) => (
              <TodayRow key={`${entry.lesson.uuid} ${entry.lesson.time_begins_at} ${entry.look}`} entry={entry} />
            ))}
          </ol>
        )}
      </section>
    </Card>
  );
}

function TodayRow({ entry: { lesson, look } }: { entry: TodayLesson }) {
  const { t } = useTranslation('timetable');
  const isOff = look === 'CANCLED' || look === 'MOVED_TO';
  const where = [...lesson.bookables, ...lesson.teachers].map((unit) => unit.shortcut).join(' · ');
  return (
    <li className={styles.row}>
      <span className={styles.time}>
        {lesson.time_begins_at}
        <span className={styles.end}>–{lesson.time_ends_at}</span>
      </span>
      <span className={styles.words}>
        <span className={classes(styles.name, isOff && styles.off)}>{lesson.meta.displayname}</span>
        {where && <span className={styles.about}>{where}</span>}
      </span>
      {look !== 'regular' && (
        <span className={classes(styles.state, isOff && styles.offState)}>
          <Icon name={isOff ? 'close' : 'info'} size={16} />
          {t(`look_${look}`)}
        </span>
      )}
    </li>
  );
}
