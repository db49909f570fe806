import { type ClassbookEntry, classbookApi, type Roll as RollOfLesson } from '@kreide/core/features/classbook';
import { parseLessonId } from '@kreide/core/features/timetable';
import { type ApiError, toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './Classbook.module.css';
import { EntryHomework, EntryNotices } from './EntryLists.tsx';
import { entryAddress, type LessonPlace, lessonAddress, partOf } from './entry-address.ts';
import { LessonLine } from './LessonLine.tsx';
import { MarkDialog } from './MarkDialog.tsx';
import { Roll } from './Roll.tsx';
import { rollOf, rollsQuery } from './roll-query.ts';
import { Topic } from './Topic.tsx';

/** Stands in an address in the place of an entry that is still to be opened. */
const NEW = 'new';

/** The lesson of an address, and the class book of the school year in which it is; null: there is none. */
export function useLessonAddress() {
  const { entity = '', id = '', lessonId = '', entryId = '', '*': rest = '' } = useParams();
  const { school } = useSelf();
  const lesson = parseLessonId(lessonId);
  const date = lesson ? toLocal(new Date(lesson.timestamp * 1000), school.time_zone).date : null;
  const year = school.timetable.schoolyears.find(
    ({ begins_at, ends_at }) => date !== null && begins_at <= date && ends_at >= date,
  );
  const place: LessonPlace = { entity, id, lessonId: encodeURIComponent(lessonId) };
  return { lesson, date, book: year ? String(year.classbook.id) : null, entryId, place, shown: partOf(rest) };
}

/** The entry of a lesson: topic, homework, who is there, notices (T-2.09). */
export function EntryScreen() {
  const { t } = useTranslation('classbook');
  const { lesson, date, book, entryId, place, shown } = useLessonAddress();
  if (!lesson || !date || book === null) return <Redirect to="/timetable" />;
  if (shown === null) return <Redirect to={entryAddress(place, entryId)} />;
  if (entryId === NEW) return <NewLesson book={book} lesson_uuid={lesson.text} date={date} place={place} />;
  if (shown.part === 'notices') return <UserNotices userId={shown.userId ?? 0} />;
  return <OneEntry book={book} id={entryId} place={place} userId={shown.userId} label={t('list.loading')} />;
}

/** A lesson that nobody has written about: looking at it makes no entry, writing does. What stands in an entry is shown there. */
function NewLesson(props: OpeningProps) {
  const { t } = useTranslation('classbook');
  const { book, lesson_uuid, date, place } = props;
  const { school, teacher_id } = useSelf();
  const today = toLocal(new Date(), school.time_zone).date;
  const rolls = useQuery({ ...rollsQuery(Number(book), date, today), enabled: teacher_id !== null });
  const roll = rollOf(rolls.data, lesson_uuid);
  // Whoever has begun here stays: the page does not change below their thumb when the first mark makes the entry.
  const [isHere, setHere] = useState(false);
  if (roll && !isHere && (roll.entry_id === null || !navigator.onLine)) setHere(true);
  if (roll && isHere) return <OwnLesson roll={roll} place={place} />;
  if (roll?.entry_id) return <Redirect to={entryAddress(place, roll.entry_id)} />;
  // It may be a lesson that somebody else holds, whose entry the school sees; what was kept this morning does not say so.
  if (teacher_id === null || (rolls.isSuccess && !rolls.isFetching)) return <Opening {...props} />;
  return (
    <Loaded
      query={{ ...rolls, data: undefined }}
      skeleton={{ items: 4, label: t('list.loading') }}
      errorTitle={t('list.errorTitle')}
    >
      {() => null}
    </Loaded>
  );
}

/** A lesson that the own account holds, as far as it is known without its entry: the roll, and the topic of the last time. */
function OwnLesson({ roll, place }: { roll: RollOfLesson; place: LessonPlace }) {
  const { t } = useTranslation('classbook');
  const { entry_id, roll_taken_at, classbook_id, lesson_uuid, date } = roll;
  const navigate = useNavigate();
  const open = useMutation({
    ...mutationOf(classbookApi.openEntry, { touches: [classbookApi.listEntries, classbookApi.listRolls] }),
    onSuccess: (entry) => navigate(entryAddress(place, entry.id)),
  });
  const args = { params: { id: String(classbook_id) }, body: { lesson_uuid, date } };
  return (
    <div className={styles.page}>
      <EntryHeading entry={roll} back={lessonAddress(place)} />
      <LastTopic roll={roll} />
      <Roll lesson={{ ...roll, entry: entry_id === null ? null : { id: entry_id, roll_taken_at } }} place={place} />
      <div>
        <Button icon="edit" isPending={open.isPending} onPress={() => open.mutate(args)}>
          {t('entry.write')}
        </Button>
      </div>
    </div>
  );
}

/** The topic of the lesson before. */
function LastTopic({ roll: { last_topic } }: { roll: Pick<RollOfLesson, 'last_topic'> }) {
  const { t, language } = useTranslation('classbook');
  if (!last_topic) return null;
  return (
    <p className={styles.lastTopic}>
      {t('entry.lastTopic', { date: writeDate(language, last_topic.date, 'weekdayShort'), topic: last_topic.topic })}
    </p>
  );
}

interface OpeningProps {
  book: string;
  lesson_uuid: string;
  date: string;
  place: LessonPlace;
}

/** Opens the lesson once, and goes on to its entry. */
function Opening({ book, lesson_uuid, date, place }: OpeningProps) {
  const { t } = useTranslation(['classbook', 'errors', 'shell']);
  const navigate = useNavigate();
  const open = useMutation({
    ...mutationOf(classbookApi.openEntry, { messages: false, touches: [classbookApi.listEntries] }),
    onSuccess: async (entry) => {
      await writeQuery(classbookApi.getEntry, { params: { id: book, entryId: String(entry.id) } }, entry);
      navigate(entryAddress(place, entry.id), { replace: true });
    },
  });
  const hasAsked = useRef(false);
  const ask = () => open.mutate({ params: { id: book }, body: { lesson_uuid, date } });
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    ask();
  });
  if (!open.error) return <Skeleton items={4} label={t('list.loading')} />;
  const reasonOf = (error: ApiError) => toReason(t, error);
  return (
    <ErrorState
      title={t('entry.openFailed', { reason: reasonOf(open.error) })}
      retryLabel={t('shell:retry')}
      onRetry={ask}
      isRetrying={open.isPending}
      action={<LinkButton href="/timetable">{t('entry.back')}</LinkButton>}
    />
  );
}

interface OneEntryProps {
  book: string;
  id: string;
  place: LessonPlace;
  /** The pupil whose absences are open above it. */
  userId: number | null;
  label: string;
}

function OneEntry({ book, id, place, userId, label }: OneEntryProps) {
  const { t } = useTranslation('classbook');
  const query = useQuery(queryOf(classbookApi.getEntry, { params: { id: book, entryId: id } }, { staleTime: 0 }));
  const { date } = useLessonAddress();
  const { school } = useSelf();
  const today = toLocal(new Date(), school.time_zone).date;
  const kept = useQuery({ ...rollsQuery(Number(book), date ?? today, today), enabled: false });
  const roll = kept.data?.find(({ entry_id }) => String(entry_id) === id);
  // Without a network the roll is there, and the rest of the entry is not.
  if (!query.data && roll && (query.error || !navigator.onLine)) return <OwnLesson roll={roll} place={place} />;
  return (
    <Loaded query={query} skeleton={{ items: 4, label }} errorTitle={t('list.errorTitle')}>
      {(entry) => (
        <div className={styles.page}>
          <EntryHeading entry={entry} back={lessonAddress(place)} />
          <LastTopicOf entry={entry} />
          <Topic key={entry.id} entry={entry} />
          <Roll lesson={{ ...entry, entry }} place={place} />
          <EntryHomework entry={entry} />
          <EntryNotices entry={entry} />
          {userId !== null && <MarkDialog entry={entry} place={place} userId={userId} />}
        </div>
      )}
    </Loaded>
  );
}

/** The same beside the topic of an entry, for whoever holds the lesson. */
function LastTopicOf({ entry: { classbook_id, lesson_uuid, date, teachers } }: { entry: ClassbookEntry }) {
  const { teacher_id, school } = useSelf();
  const today = toLocal(new Date(), school.time_zone).date;
  const enabled = teachers.some(({ id }) => id === teacher_id);
  const roll = rollOf(useQuery({ ...rollsQuery(classbook_id, date, today), enabled }).data, lesson_uuid);
  return roll ? <LastTopic roll={roll} /> : null;
}

/** Which lesson it is, and the way back to the plan. */
export function EntryHeading({ entry, back }: { entry: Omit<ClassbookEntry | RollOfLesson, 'id'>; back: string }) {
  const { t, language } = useTranslation('classbook');
  return (
    <div className={styles.heading}>
      <WayBack href={back} label={t('entry.back')} />
      <h2>{writeDate(language, entry.date, 'weekday')}</h2>
      <LessonLine entry={entry} hasDay={false} />
    </div>
  );
}

/** The notices of a lesson about one pupil (T-2.11). */
function UserNotices({ userId }: { userId: number }) {
  const { t } = useTranslation('classbook');
  const { book, entryId, place } = useLessonAddress();
  const params = { id: book ?? '0', entryId };
  const entry = useQuery({ ...queryOf(classbookApi.getEntry, { params }), enabled: book !== null });
  const users = useQuery({ ...queryOf(classbookApi.listEntryUsers, { params }), enabled: book !== null });
  if (book === null) return <Redirect to="/timetable" />;
  const user = users.data?.find(({ id }) => id === userId);
  return (
    <Loaded query={entry} skeleton={{ items: 3, label: t('list.loading') }} errorTitle={t('list.errorTitle')}>
      {(loaded) => (
        <div className={styles.page}>
          <EntryHeading entry={loaded} back={entryAddress(place, entryId)} />
          {user && <h3>{t('entry.noticesOf', { name: user.meta.displayname })}</h3>}
          {user && <EntryNotices entry={loaded} userId={user.id} />}
        </div>
      )}
    </Loaded>
  );
}
