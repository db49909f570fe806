import type { DeskAbsence, DeskDay } from '@kreide/core/features/desk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import styles from './Desk.module.css';
import { removeAbsence } from './desk-queries.ts';
import { useAbsenceWords } from './use-absence-words.ts';
import { toText } from './use-desk-words.ts';
import { useMoment } from './use-moment.ts';

/** Who and what is not there on the day, and how long. */
export function AbsencePart({ day }: { day: DeskDay }) {
  const { t } = useTranslation('desk');
  const { sayTimes } = useAbsenceWords();
  const sayMoment = useMoment();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(removeAbsence);
  const nameOf = ({ teacher, bookable, grade }: DeskAbsence) => {
    const unit = teacher ?? bookable ?? grade;
    return unit ? toText(unit) : '';
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
              <span className={styles.muted}>{sayTimes(absence, day.date)}</span>
              {(absence.reason || absence.comment) && (
                <span className={styles.muted}>
                  {[absence.reason?.name, absence.comment].filter(Boolean).join(': ')}
                </span>
              )}
              {absence.reported_at !== null && (
                <span className={styles.muted}>
                  {t('absent.reported', {
                    name: absence.by ?? t('somebody'),
                    at: sayMoment(absence.reported_at),
                  })}
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
