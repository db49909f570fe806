import type { HandIn } from '@kreide/core/features/cloud';
import { writeMoment } from '@kreide/core/kernel';
import { useId } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Cloud.module.css';

interface HandInsDialogProps {
  people: readonly HandIn[];
  /** Gives something back to one of them; null: nobody may now. */
  onReturn: ((person: HandIn) => void) | null;
  onClose: () => void;
}

/** Who has handed something in, and before that who has not. */
export function HandInsDialog({ people, onReturn, onClose }: HandInsDialogProps) {
  const { t } = useTranslation('cloud');
  const open = people.filter(({ handed_in_at }) => handed_in_at === null);
  const done = people.filter(({ handed_in_at }) => handed_in_at !== null);
  return (
    <Dialog isOpen title={t('handIn.people')} closeLabel={t('close')} onClose={onClose}>
      <div className={styles.groups}>
        {open.length > 0 && (
          <Group title={t('handIn.open', { number: open.length })} people={open} onReturn={onReturn} />
        )}
        {done.length > 0 && (
          <Group title={t('handIn.done', { number: done.length })} people={done} onReturn={onReturn} />
        )}
      </div>
    </Dialog>
  );
}

interface GroupProps extends Pick<HandInsDialogProps, 'people' | 'onReturn'> {
  title: string;
}

function Group({ title, people, onReturn }: GroupProps) {
  const { t, language } = useTranslation('cloud');
  const { school } = useSelf();
  const id = useId();
  const moment = (at: string) => writeMoment(language, new Date(at), school.time_zone, 'short');
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.name}>
        {title}
      </h3>
      <ul className={styles.people}>
        {people.map((person) => {
          const { user_id, firstname, lastname, files_count, handed_in_at, returned_at } = person;
          const name = `${firstname} ${lastname}`;
          return (
            <li key={user_id}>
              <span>{name}</span>
              {onReturn && (
                <Button icon="edit" aria-label={t('returns.giveTo', { name })} onPress={() => onReturn(person)}>
                  {t('returns.give')}
                </Button>
              )}
              {handed_in_at !== null && (
                <span className={styles.about}>
                  {t('row.handedIn', { moment: moment(handed_in_at) })} · {t('overview.files', { count: files_count })}
                </span>
              )}
              {returned_at !== null && (
                <span className={styles.about}>{t('row.returned', { moment: moment(returned_at) })}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
