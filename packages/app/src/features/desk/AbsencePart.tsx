import type { DeskAbsence, DeskDay } from '@kreide/core/features/desk';
import { weekdayNames } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import styles from './Desk.module.css';
import { removeAbsence } from './desk-queries.ts';
import { toText, useDeskWords } from './use-desk-words.ts';

/** Who and what is not there on the day, and how long. */
export function AbsencePart({ day }: { day: DeskDay }) {
  const { t, language } = useTranslation('desk');
  const { formats } = useDeskWords();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(removeAbsence);
  const nameOf = ({ teacher, bookable, grade }: DeskAbsence) => {
    const unit = teacher ?? bookable ?? grade;
    return unit ? toText(unit) : '';
  };
  const weekdays = weekdayNames(language, 'long');
  const say = ({ begins_at, ends_at, time_begins_at, time_ends_at, days }: DeskAbsence) => {
    const isEach = days.length > 0;
    const from = isEach || begins_at === day.date ? time_begins_at : null;
    const until = isEach || ends_at === day.date ? time_ends_at : null;
    const parts = [
      days.map((weekday) => weekdays[weekday]).join(', '),
      from && t('absent.from', { time: from }),
      until && t('absent.until', { time: until }),
      ends_at > day.date && t('absent.lastDay', { date: formats.dateShort(ends_at) }),
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(', ') : t('absent.wholeDay');
  };
  return (
    <section className={styles.part} aria-labelledby="desk-absent">
      <h2 id="desk-absent">{t('absent.title')}</h2>
      {day.absences.length === 0 && <p className={styles.muted}>{t('absent.none')}</p>}
      <ul className={styles.list}>
        {day.absences.map((absence) => (
          <li key={absence.id} className={styles.row}>
            <span className={styles.words}>
              <b>{nameOf(absence)}</b>
              <span className={styles.muted}>{say(absence)}</span>
              {(absence.reason || absence.comment) && (
                <span className={styles.muted}>
                  {[absence.reason?.name, absence.comment].filter(Boolean).join(': ')}
                </span>
              )}
            </span>
            <IconButton
              icon="close"
              label={t('absent.remove', { name: nameOf(absence) })}
              onPress={() =>
                remove.mutate(
                  { params: { id: `${absence.id}` } },
                  { onError: (error) => toasts.show('error', toSaid(error)) },
                )
              }
            />
          </li>
        ))}
      </ul>
      <Button icon="plus" onPress={() => setOpen(true)}>
        {t('absent.add')}
      </Button>
      {isOpen && <AbsenceDialog day={day} onClose={() => setOpen(false)} />}
    </section>
  );
}
