import { outbox } from '../kernel/outbox.ts';
import type { OutboxEntry } from '../kernel/outbox-entry.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './UnsentList.module.css';

/** What waits on this device to be sent, and what the server refused: kept until the person decides. */
export function UnsentList({ entries }: { entries: readonly OutboxEntry[] }) {
  const { t } = useTranslation('shell');
  return (
    <section aria-label={t('unsent.label')}>
      <ul className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.seq} className={styles.entry}>
            <Icon name={entry.refusal ? 'alert' : 'clock'} size={20} />
            <div className={styles.text}>
              <p className={styles.about}>{entry.about}</p>
              <p>{entry.refusal ? (entry.refusal.reason ?? t('unsent.doubtful')) : t('unsent.later')}</p>
            </div>
            <div className={styles.actions}>
              {entry.refusal && <Button onPress={() => outbox.retry(entry)}>{t('retry')}</Button>}
              {entry.editPath && (
                <LinkButton href={`${entry.editPath}?unsent=${entry.seq}`}>{t('unsent.edit')}</LinkButton>
              )}
              <Button look="quiet" onPress={() => outbox.discard(entry)}>
                {t('unsent.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
