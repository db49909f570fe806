import {
  type Box,
  type CardValue,
  datesOf,
  joinDoubles,
  layoutWeek,
  lookOf,
  marksOf,
  type Occurrence,
  percentOf,
  scaleOf,
  type Timetable,
  type TimetableQuery,
  toCard,
  toMoveText,
  toOccurrences,
} from '@kreide/core/features/timetable';
import { isoWeekOf, type LocalTime, toTime } from '@kreide/core/kernel';
import type { CSSProperties, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useSelf } from '../../kernel/session.ts';
import { classes } from '../../ui/classes.ts';
import { useSheet } from '../../ui/use-sheet.ts';
import styles from './PrintSheet.module.css';
import { drawnRange, pageDates, pageTitle } from './page-steps.ts';
import { useTexts } from './use-texts.ts';

export interface PrintSheetProps {
  timetable: Timetable;
  query: TimetableQuery;
  now: LocalTime;
  /** Days as lists instead of the week as a grid. */
  isList: boolean;
}

/** What is printed in place of the page: a week on one landscape sheet, days as a list on portrait ones. */
export function PrintSheet({ timetable, query, now, isList }: PrintSheetProps) {
  const { t, formats } = useTexts();
  const { school } = useSelf();
  useSheet('plan');
  const isGrid = !isList && query.viewType === 'week';
  const title = pageTitle(query, formats, t, false, 'any');
  return createPortal(
    <div className={classes(styles.sheet, isGrid ? styles.wide : styles.tall)}>
      <header>
        <div>
          <h1>{timetable.displayname}</h1>
          <p>{school.name}</p>
        </div>
        <div>
          <b>
            {query.viewType === 'month' ? '' : `${t('weekNumber', { week: isoWeekOf(query.startDate) })} · `}
            {title}
          </b>
          <p>{t('printedAt', { date: formats.dateShort(now.date), time: toTime(now.minutes) })}</p>
        </div>
      </header>
      {isGrid ? <Week timetable={timetable} query={query} /> : <Days timetable={timetable} query={query} />}
      <footer>{t('printLegend')}</footer>
    </div>,
    document.body,
  );
}

type PartProps = Pick<PrintSheetProps, 'timetable' | 'query'>;

function Week({ timetable, query }: PartProps) {
  const { formats } = useTexts();
  const dates = datesOf(query);
  const occurrences = toOccurrences(timetable.lessons, drawnRange(query));
  const scale = scaleOf(
    occurrences.length > 0 ? occurrences.map(({ lesson }) => lesson) : timetable.lessons,
    timetable.times,
  );
  const inset = (box: Pick<Box, 'begins' | 'ends'>, left = 0, right = 0) =>
    `${percentOf(scale, box.begins)}% ${right}% ${100 - percentOf(scale, box.ends)}% ${left}%`;
  return (
    <div className={styles.week} style={{ '--days': dates.length } as CSSProperties}>
      {dates.map((date, day) => (
        <h2 key={date} style={{ gridColumn: day + 2 }}>
          {formats.date(date)}
        </h2>
      ))}
      <div className={styles.axis}>
        {marksOf(timetable.times, scale).map((mark) => (
          <div key={mark.begins} style={{ inset: inset(mark) }}>
            <b>{mark.hour}</b>
            <span>
              {toTime(mark.begins)}
              {mark.hour !== null && <br />}
              {mark.hour !== null && toTime(mark.ends)}
            </span>
          </div>
        ))}
      </div>
      {layoutWeek(occurrences, dates).map(({ date, boxes }, day) => (
        <div key={date} className={styles.day} style={{ gridColumn: day + 2 }}>
          {boxes.map((box) => {
            const [left, right] = [box.lane / box.lanes, 1 - (box.lane + box.span) / box.lanes];
            const [first] = box.occurrences;
            return (
              <div
                key={box.place}
                className={classes(styles.box, box.occurrences.length === 1 && first && styles[lookOf(first.lesson)])}
                style={{ inset: inset(box, left * 100, right * 100) }}
              >
                {box.occurrences.length === 1 && first ? (
                  <Lesson occurrence={first} timetable={timetable} />
                ) : (
                  // Beside each other, so that none is cut off: a period has room for three lines.
                  <div
                    className={styles.courses}
                    style={{ '--columns': box.occurrences.length > 6 ? 3 : 2 } as CSSProperties}
                  >
                    {box.occurrences.map((occurrence) => (
                      <Course key={occurrence.lesson.uuid} occurrence={occurrence} timetable={timetable} />
                    ))}
                  </div>
                )}
              </div>
            );
          })}
          {boxes.length === 0 && <p className={styles.free}>{holidayNameOn(timetable, date)}</p>}
        </div>
      ))}
    </div>
  );
}

function Days({ timetable, query }: PartProps) {
  const { t, formats } = useTexts();
  const occurrences = joinDoubles(toOccurrences(timetable.lessons, drawnRange(query)));
  return pageDates(query).map((date) => {
    const lessons = occurrences.filter((occurrence) => occurrence.date === date);
    return (
      <section key={date} className={styles.list}>
        <h2>{formats.date(date)}</h2>
        {lessons.length === 0 && <p>{holidayNameOn(timetable, date) || t('noLessonsDay')}</p>}
        {lessons.map((occurrence) => {
          const { lesson } = occurrence;
          return (
            <div key={`${lesson.uuid}${lesson.kind}${lesson.time_begins_at}`} className={styles.row}>
              <span>{`${lesson.time_begins_at}–${lesson.time_ends_at}`}</span>
              <div>
                <Lesson occurrence={occurrence} timetable={timetable} />
              </div>
            </div>
          );
        })}
      </section>
    );
  });
}

type LessonProps = { occurrence: Occurrence; timetable: Timetable };

/** Subject and, at the right, the room; below them people, state and note. */
function Lesson({ occurrence, timetable }: LessonProps) {
  const { t, formats } = useTexts();
  const { lesson, date } = occurrence;
  const { subject, place, people } = toCard(lesson, timetable.entity);
  const look = lookOf(lesson);
  const state = look === 'regular' ? '' : toMoveText(lesson, date, timetable.times, t, formats) || formats.looks[look];
  const isGone = look === 'CANCLED' || look === 'MOVED_TO';
  return (
    <>
      <p className={styles.title}>
        <b>{isGone ? <s>{subject.text}</s> : oldAndNew(subject, '')}</b>
        {place && <b>{oldAndNew(place, t('noRoom'))}</b>}
      </p>
      {people && <p>{oldAndNew(people, t('noTeacher'))}</p>}
      {state && (
        <p>
          <b>{state}</b>
        </p>
      )}
      {lesson.comment && lesson.comment !== lesson.meta.displayname && <p>{lesson.comment}</p>}
    </>
  );
}

/** One of several courses at the same time. */
function Course({ occurrence: { lesson }, timetable }: LessonProps) {
  const { subject, place, people } = toCard(lesson, timetable.entity);
  return (
    <p className={styles.title}>
      <b>{lookOf(lesson) === 'CANCLED' ? <s>{subject.code}</s> : subject.code}</b>
      <span>{people?.code}</span>
      <b>{place?.code}</b>
    </p>
  );
}

function oldAndNew(value: CardValue, none: string): ReactNode {
  return (
    <>
      {value.before !== null && <s>{value.before}</s>} {value.text || none}
    </>
  );
}

function holidayNameOn({ holidays }: Timetable, date: string): string {
  return holidays.find(({ begins_at, ends_at }) => begins_at <= date && date <= ends_at)?.name ?? '';
}
