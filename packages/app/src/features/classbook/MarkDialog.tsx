import type { ClassbookEntry } from '@kreide/core/features/classbook';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Classbook.module.css';
import { entryAddress, type LessonPlace, noticesAddress } from './entry-address.ts';
import { MarkTag } from './MarksList.tsx';
import { useRoll } from './use-roll.ts';

interface MarkDialogProps {
  entry: ClassbookEntry;
  place: LessonPlace;
  userId: number;
}

/** Whether one pupil was absent or late in a lesson, and for how long (T-2.10). */
export function MarkDialog({ entry, place, userId }: MarkDialogProps) {
  const { t } = useTranslation('classbook');
  const navigate = useNavigate();
  const { query, mark, canMark, isTaken } = useRoll({ ...entry, entry });
  const [minutes, setMinutes] = useState('5');
  const user = query.data?.find(({ id }) => id === userId);
  const close = () => navigate(entryAddress(place, entry.id), { replace: true });
  if (!user) return null;
  const number = /^[1-9]\d{0,2}$/.test(minutes) ? Number(minutes) : null;
  return (
    <Dialog isOpen title={user.meta.displayname} onClose={close} closeLabel={t('close')}>
      <div className={styles.form}>
        <p>{user.mark ? <MarkTag mark={user.mark} /> : t(isTaken ? 'entry.present' : 'entry.rollOpen')}</p>
        {canMark && (
          <>
            <div className={styles.minutes}>
              <TextField label={t('entry.minutes')} inputMode="numeric" value={minutes} onChange={setMinutes} />
              <Button
                isDisabled={number === null}
                onPress={() => number !== null && mark(user, { kind: 'too-late', minutes: number })}
              >
                {t('entry.tooLate')}
              </Button>
            </div>
            <div className={styles.buttons}>
              <Button onPress={() => mark(user, { kind: 'absent' })}>{t('entry.absent')}</Button>
              <Button onPress={() => mark(user, { kind: null })}>{t('entry.present')}</Button>
            </div>
          </>
        )}
        <div>
          <LinkButton look="quiet" icon="edit" href={noticesAddress(place, entry.id, user.id)}>
            {t('entry.noticesOf', { name: user.meta.displayname })}
          </LinkButton>
        </div>
      </div>
    </Dialog>
  );
}
