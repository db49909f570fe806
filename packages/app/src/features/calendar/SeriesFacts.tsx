import { type EventSeries, seriesWords } from '@kreide/core/features/calendar';
import { useLocation } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import styles from './Calendar.module.css';

/** How an event repeats, and the ways to the dates beside it. */
export function SeriesFacts({ series }: { series: EventSeries }) {
  const { t, language } = useTranslation('calendar');
  const { id } = useSelf();
  const { search } = useLocation();
  const pathOf = (event: number) => `/calendar/${id}/event/${event}${search}`;
  const { previous_id, next_id, holiday } = series;
  return (
    <>
      <p>{seriesWords(series, { t, language })}</p>
      {holiday !== null && <p>{t('details.inHolidays', { name: holiday })}</p>}
      {(previous_id !== null || next_id !== null) && (
        <p className={styles.beside}>
          {previous_id !== null && (
            <LinkButton look="quiet" icon="chevronLeft" href={pathOf(previous_id)}>
              {t('details.previous')}
            </LinkButton>
          )}
          {next_id !== null && (
            <LinkButton look="quiet" icon="chevronRight" href={pathOf(next_id)}>
              {t('details.next')}
            </LinkButton>
          )}
        </p>
      )}
    </>
  );
}
