import { channelEvents, channelsApi } from '@kreide/core/features/channels';
import { examEvents, examName, examsApi } from '@kreide/core/features/exams';
import { addDays, type LocalTime, toLocal, toTime, writeBriefly, writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { invalidateQueries } from '../../kernel/data.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NewForYou, summaryQuery } from '../notifications/index.ts';
import { BesideRows } from './BesideRows.tsx';
import { dueQuery, examsQuery, nearQuery, SHOWN, unreadQuery } from './beside-queries.ts';

/**
 * What is new, what is due, what comes: unread notifications and chats, homework of the next week, the next exams and dates. A part
 * without anything in it takes no place, and all of them appear at once, so that nothing moves.
 */
export function Beside({ now, learns }: { now: LocalTime; learns: boolean }) {
  const { t, language } = useTranslation(['start', 'shell']);
  const { id: self, type, permissions, school } = useSelf();
  const { schoolyears, active_schoolyear_id } = school.timetable;
  const book = (schoolyears.find(({ id }) => id === active_schoolyear_id) ?? schoolyears.at(-1))?.classbook.id;
  const summary = useQuery(summaryQuery);
  const unreadChats = summary.data?.chats.unread_count ?? 0;
  const unread = useQuery({ ...unreadQuery(), enabled: unreadChats > 0 });
  const asksHomework = learns && book !== undefined && permissions.includes('view-homeworks');
  const homework = useQuery({ ...dueQuery(book ?? 0, now.date), enabled: asksHomework });
  const dates = useQuery(nearQuery(now.date));
  const exams = useQuery({
    ...examsQuery(now.date, type === 'PARENT' ? null : self),
    enabled: permissions.includes('view-timetable'),
  });
  const refresh = () => void invalidateQueries(channelsApi.listOwn);
  useRealtime(channelEvents.messageCreated, refresh, refresh);
  const refreshExams = () => void invalidateQueries(examsApi.list);
  useRealtime(examEvents.changed, refreshExams, refreshExams);
  const asked = [summary, unread, homework, dates, exams];
  if (asked.some(({ isLoading }) => isLoading))
    return (
      <Card>
        <Skeleton type="list" items={3} label={t('changes.loading')} />
      </Card>
    );
  const failed = asked.filter(({ data, isError }) => isError && data === undefined);
  const zone = school.time_zone;
  const dayOf = (date: string) => {
    if (date === now.date) return t('due.today');
    return date === addDays(now.date, 1) ? t('due.tomorrow') : writeDate(language, date, 'weekdayShort');
  };
  const moment = new Date();
  const near = (dates.data ?? []).filter(({ ends_at }) => new Date(ends_at) > moment).slice(0, SHOWN);
  const chats = unreadChats > 0 ? (unread.data ?? []).slice(0, SHOWN) : [];
  const toWrite = (exams.data ?? [])
    .filter(
      ({ date, time_ends_at, is_cancelled }) =>
        !is_cancelled && (date > now.date || time_ends_at > toTime(now.minutes)),
    )
    .slice(0, SHOWN);
  const due = (homework.data ?? []).slice(0, SHOWN);
  return (
    <>
      {failed.length > 0 && (
        <Card>
          <p role="alert">{t('changes.error')}</p>
          <Button
            icon="refresh"
            isPending={failed.some(({ isFetching }) => isFetching)}
            onPress={() => failed.map((query) => query.refetch())}
          >
            {t('shell:retry')}
          </Button>
        </Card>
      )}
      {(summary.data?.notifications.unread_count ?? 0) > 0 && <NewForYou />}
      {chats.length > 0 && (
        <BesideRows
          title={t('chats.title')}
          href="/channels"
          link={t('chats.all')}
          rows={chats.map(({ id, activity_at, meta, last_message }) => ({
            key: id,
            mark: writeBriefly(language, new Date(activity_at), moment, zone),
            name: meta.displayname,
            about: last_message?.excerpt ?? '',
            href: `/channels/${id}`,
          }))}
        />
      )}
      {due.length > 0 && (
        <BesideRows
          title={t('due.title')}
          href="/classbooks"
          link={t('due.all')}
          rows={due.map(({ id, text, due_at, entry, children }) => ({
            key: id,
            mark: <time dateTime={due_at}>{dayOf(due_at)}</time>,
            name: text,
            // An answer that a device has kept may be older than the field.
            about: [entry.name, ...(children ?? []).map(({ meta }) => meta.displayname)].join(' · '),
          }))}
        />
      )}
      {toWrite.length > 0 && (
        <BesideRows
          title={t('exams.title')}
          href="/exams"
          link={t('exams.all')}
          rows={toWrite.map((exam) => ({
            key: exam.id,
            mark: <time dateTime={exam.date}>{dayOf(exam.date)}</time>,
            name: examName(exam),
            about: [exam.time_begins_at, exam.room?.shortcut].filter(Boolean).join(' · '),
            href: `/exams?day=${exam.date}`,
          }))}
        />
      )}
      {near.length > 0 && (
        <BesideRows
          title={t('dates.title')}
          href="/calendar"
          link={t('dates.all')}
          rows={near.map(({ id, name, location, is_all_day, begins_at }) => {
            const begins = toLocal(new Date(begins_at), zone);
            // One that goes on for days begins at no time of today.
            const time = is_all_day || begins.date < now.date ? '' : toTime(begins.minutes);
            return {
              key: id,
              mark: dayOf(begins.date < now.date ? now.date : begins.date),
              name,
              about: [time, location].filter(Boolean).join(' · '),
              href: `/calendar/${self}/event/${id}`,
            };
          })}
        />
      )}
    </>
  );
}
