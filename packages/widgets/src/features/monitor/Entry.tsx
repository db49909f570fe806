import type { MonitorEntry } from '@kreide/core/features/monitor';
import type { ReactNode } from 'react';
import type { Line } from './lines.ts';
import { type MonitorTexts, toMove } from './texts.ts';

export interface EntryProps {
  readonly line: Line;
  /** Of the first line of a class on a page. */
  readonly grade: string | null;
  readonly isFirst: boolean;
  /** Of the board. */
  readonly day: string;
  readonly texts: MonitorTexts;
}

/** Characters of a subject and of a class that fit their columns. */
const LONG_SUBJECT = 8;
const LONG_GRADE = 7;

/** One change as one line: class, period, subject old → new, and where, with whom or what becomes of it; below its note. */
export function Entry({ line, grade, isFirst, day, texts }: EntryProps) {
  const { t } = texts;
  const { entry, last } = line;
  const { kind } = entry;
  const look = kind ?? 'changed';
  const hour =
    entry.hour === null
      ? null
      : last === entry
        ? t('hour', { hour: entry.hour })
        : t('hours', { from: entry.hour, to: last.hour ?? '' });
  const isWide = kind === 'EVENT' || kind === 'MESSAGE';
  // A subject that is too long for its column flows together with the text behind it.
  const isLong = !isWide && (entry.subject ?? entry.old_subject ?? '').length > LONG_SUBJECT;
  return (
    <li
      className={`m-entry kt-${look}${isFirst ? ' m-first' : ''}${isWide ? ' m-spread' : ''}${isLong ? ' m-long' : ''}`}
      part="entry"
    >
      <b className={(grade ?? '').length > LONG_GRADE ? 'm-grade m-long-grade' : 'm-grade'}>{grade ?? ''}</b>
      <span className="m-hour">
        {hour === null ? (
          kind === 'MESSAGE' ? (
            ''
          ) : (
            entry.time_begins_at
          )
        ) : (
          <>
            {hour}
            <span className="k-hidden"> {t('periodWord')}</span>
          </>
        )}
      </span>
      {!isWide && (
        <span className="m-subject">
          <Subject entry={entry} texts={texts} />
        </span>
      )}
      <span className="m-what">
        {isWide ? <Wide entry={entry} texts={texts} /> : <What entry={entry} day={day} texts={texts} />}
      </span>
      {entry.note !== null && kind !== 'MESSAGE' && <span className="m-note">{entry.note}</span>}
    </li>
  );
}

interface Part {
  readonly entry: MonitorEntry;
  readonly texts: MonitorTexts;
}

const Struck = ({ children }: { children: ReactNode }) => <s className="m-old">{children}</s>;
const Chip = ({ children }: { children: ReactNode }) => <b className="m-chip">{children}</b>;

function Subject({ entry, texts: { t } }: Part) {
  const { kind, subject, old_subject } = entry;
  if (kind === 'CANCLED' || kind === 'MOVED_TO') return <Struck>{subject ?? old_subject}</Struck>;
  if (subject === null || old_subject === null) return <b>{subject ?? old_subject}</b>;
  return (
    <>
      <Struck>{old_subject}</Struck>
      <span className="k-hidden"> {t('changedTo')} </span>
      <Chip>{subject}</Chip>
    </>
  );
}

function What({ entry, day, texts }: Part & { readonly day: string }) {
  const { t } = texts;
  const { kind, bookables, old_bookables, teachers, old_teachers } = entry;
  const state = (
    <span className="m-kind" part="kind">
      <i className="m-icon" />
      {entry.moved ? toMove(entry, day, texts) : t(`kind_${kind ?? 'changed'}`)}
    </span>
  );
  if (kind === 'CANCLED' || kind === 'MOVED_TO') return state;
  const hasRoom = bookables.length > 0;
  const room = bookables.join(', ');
  const hasTeacher = old_teachers !== null && teachers.length > 0;
  return (
    <>
      {hasRoom && old_bookables !== null ? (
        <span className="m-pair">
          <i className="m-arrow-to" />
          <span className="k-hidden">{t('room', { after: '' })}</span>
          <Chip>{room}</Chip>
        </span>
      ) : (
        hasRoom && <b>{room}</b>
      )}
      {hasTeacher && (
        <span className="m-pair">
          <span className="k-hidden">{t('teacher', { after: '' })}</span>
          {old_teachers.length > 0 && <Struck>{old_teachers.join(', ')}</Struck>}
          <Chip>{teachers.join(', ')}</Chip>
        </span>
      )}
      {(kind !== null || (!hasRoom && !hasTeacher)) && state}
    </>
  );
}

function Wide({ entry, texts: { t } }: Part) {
  const { kind, subject, bookables, note } = entry;
  return (
    <span className="m-kind" part="kind">
      <i className="m-icon" />
      <span className="k-hidden">{t(kind === 'EVENT' ? 'kind_EVENT' : 'kind_MESSAGE')}: </span>
      <span className="m-words">
        <b>{subject ?? (kind === 'EVENT' ? t('kind_EVENT') : '')}</b>
        {bookables.length > 0 && <span> {bookables.join(', ')}</span>}
        {kind === 'MESSAGE' && note !== null && <span> {note}</span>}
      </span>
    </span>
  );
}
