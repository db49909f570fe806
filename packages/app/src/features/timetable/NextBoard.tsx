import { countdownTo, type Occurrence, roomsText, toCard } from '@kreide/core/features/timetable';
import type { LocalTime } from '@kreide/core/kernel';
import { ChalkUnderline } from '../../ui/Chalk.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './NextBoard.module.css';
import { useTexts } from './use-texts.ts';

interface NextBoardProps {
  next: Occurrence;
  entity: Parameters<typeof toCard>[1];
  now: LocalTime;
  /** In a narrow column: the room below the subject, larger. */
  isTall?: boolean;
}

/** A board with the next lesson: when, what, with whom, and the room large and underlined. */
export function NextBoard({ next, entity, now, isTall = false }: NextBoardProps) {
  const { t, formats } = useTexts();
  const { lesson, date } = next;
  const { subject, place, people } = toCard(lesson, entity, 24);
  const countdown = countdownTo(next, now);
  const time = lesson.time_begins_at;
  const when = {
    minutes: () => t('inMinutes', { count: countdown.kind === 'minutes' ? countdown.count : 0 }),
    time: () => t('nextAt', { time }),
    tomorrow: () => t('nextTomorrow'),
    date: () => t('nextOn', { date: formats.dateShort(date) }),
  }[countdown.kind]();
  const room = entity === 'bookables' ? place?.code : roomsText(lesson);
  return (
    <div className={classes(styles.board, isTall && styles.tall)}>
      <p className={styles.about}>
        {t('next')} · <b>{when}</b>
      </p>
      <p className={styles.subject}>{subject.text}</p>
      {isTall ? (
        <p className={styles.about}>
          <b>{`${time}–${lesson.time_ends_at}`}</b> <span>{people?.text}</span>
        </p>
      ) : (
        <p className={styles.about}>{[time, people?.text].filter(Boolean).join(' · ')}</p>
      )}
      {room && (
        <p className={styles.room}>
          {room}
          <ChalkUnderline look="room" seed={room.length + next.minutes_begins_at} />
        </p>
      )}
    </div>
  );
}
