import { type FreeRooms, timetableApi } from '@kreide/core/features/timetable';
import { addDays, isDate, type LocalTime, toMinutes } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { Select } from '../../ui/Select.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './FreeRoomsScreen.module.css';
import { useNow } from './use-now.ts';

/** Rooms that nobody has in a period of a day, and until when; day and period stand in the address. */
export function FreeRoomsScreen() {
  const { t } = useTranslation('free-rooms');
  const { school } = useSelf();
  const now = useNow(school.time_zone);
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('date') ?? '';
  const date = isDate(wanted) ? wanted : now.date;
  const rooms = useQuery(queryOf(timetableApi.listFreeRooms, { query: { date } }));
  const change = (name: 'date' | 'hour', value: string) =>
    setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), [name]: value }), { replace: true });

  return (
    <div className={styles.screen}>
      <div className={styles.fields}>
        <DatePicker
          label={t('date')}
          value={date}
          min={addDays(now.date, -7)}
          max={addDays(now.date, 370)}
          fallback={now.date}
          onChange={(value) => change('date', value)}
        />
        {rooms.data && rooms.data.periods.length > 0 && (
          <Select
            label={t('period')}
            value={hourOf(rooms.data, query.get('hour'), now)}
            options={rooms.data.periods.map(({ hour, begins_at, ends_at }) => ({
              key: hour,
              text: t('periodTimes', { hour, from: begins_at, to: ends_at }),
            }))}
            onChange={(hour) => change('hour', hour)}
          />
        )}
      </div>
      <Loaded query={rooms} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('error')}>
        {(data) => <Found data={data} hour={hourOf(data, query.get('hour'), now)} />}
      </Loaded>
    </div>
  );
}

function Found({ data, hour }: { data: FreeRooms; hour: string }) {
  const { t } = useTranslation('free-rooms');
  const { periods, rooms, date } = data;
  const found = rooms.filter(({ free }) => free.includes(hour));
  if (periods.length === 0) return <EmptyState icon="timetable" title={t('noPlanTitle')} text={t('noPlanText')} />;
  if (found.length === 0) return <EmptyState icon="search" title={t('noneTitle')} text={t('noneText')} />;
  return (
    <>
      <p role="status" className={styles.count}>
        {t('found', { count: found.length })}
      </p>
      <RowList label={t('title')}>
        {found.map((room) => (
          <LinkRow
            key={room.id}
            icon="door"
            href={`/timetable/bookables/${room.id}?startDate=${date}&showBackButton=1`}
            text={room.shortcut}
            about={[
              room.name === room.shortcut ? null : room.name,
              room.description,
              t('until', { time: endOf(data, room.free, hour) }),
              room.is_confirmable ? t('askFirst') : null,
            ]
              .filter((one) => one !== null)
              .join(' · ')}
          />
        ))}
      </RowList>
    </>
  );
}

/** The period of the address; else that which goes on or comes next today, on other days the first. */
function hourOf({ periods, date }: FreeRooms, wanted: string | null, now: LocalTime): string {
  const ahead = periods.find(({ ends_at }) => date !== now.date || toMinutes(ends_at) > now.minutes);
  return (periods.find(({ hour }) => hour === wanted) ?? ahead ?? periods[0])?.hour ?? '';
}

/** When somebody takes the room again, or the last period ends. */
function endOf({ periods }: FreeRooms, free: readonly string[], hour: string): string {
  const from = periods.findIndex((period) => period.hour === hour);
  const taken = periods.findIndex((period, index) => index > from && !free.includes(period.hour));
  return taken === -1 ? (periods.at(-1)?.ends_at ?? '') : (periods[taken]?.begins_at ?? '');
}
