import { placeOf } from '@kreide/core/features/calendar';
import { writeDate } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Calendar.module.css';
import { eventsQuery } from './calendar-queries.ts';
import { EventRow } from './EventRow.tsx';

/** The events one after the other, by day: future ones, or past ones. */
export function EventList() {
  const { t, language } = useTranslation('calendar');
  const zone = useSelf().school.time_zone;
  const [scroll, setScroll] = useState<'future' | 'past'>('future');
  const query = useInfiniteQuery(eventsQuery(scroll));
  const dayOf = (event: { begins_at: string; ends_at: string }) => placeOf(event, zone).begins_date;
  // The first event of each day has the day above it.
  const days = new Map<number, string>();
  let former = '';
  for (const event of query.data ?? []) {
    const date = dayOf(event);
    if (date !== former) days.set(event.id, date);
    former = date;
  }
  return (
    <div className={styles.list}>
      <SegmentedControl
        label={t('list.scroll')}
        segments={(['future', 'past'] as const).map((key) => ({ key, label: t(`list.${key}`) }))}
        value={scroll}
        onChange={setScroll}
      />
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.events ?? ''}
        label={t(`list.${scroll}`)}
        skeleton={{ type: 'calendar-list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={
          <EmptyState
            icon="calendar"
            title={t('list.emptyTitle')}
            text={t(scroll === 'past' ? 'list.emptyPast' : 'list.emptyText')}
          />
        }
      >
        {(event) => {
          const date = days.get(event.id);
          return (
            <>
              {date && <h2 className={styles.day}>{writeDate(language, date, 'weekdayLong')}</h2>}
              <EventRow event={event} />
            </>
          );
        }}
      </InfiniteList>
    </div>
  );
}
