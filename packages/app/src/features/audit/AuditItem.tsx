import type { AuditLogEntry } from '@kreide/core/features/audit';
import { writeMoment } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './AuditItem.module.css';
import { sayEntity } from './audit-words.ts';
import { ChangeTable } from './ChangeTable.tsx';
import type { AuditWish } from './use-audit-wish.ts';

interface AuditItemProps {
  entry: AuditLogEntry;
  timeZone: string;
  /** Shows only what belongs to the same person or record. */
  onChoose: (values: AuditWish) => void;
}

/** One entry: the sentence, who and when; opened, where from and what exactly. */
export function AuditItem({ entry, timeZone, onChoose }: AuditItemProps) {
  const { t, language } = useTranslation('audit');
  const { user, subject, entity, entity_id, address, request_id, seq } = entry;
  const origin = t(`origins.${entry.origin}`);
  const kind = sayEntity(entity, t);
  const facts = [
    [t('entry.record'), subject ? `${subject} (${kind})` : [kind, entity_id].filter(Boolean).join(' ')],
    [t('entry.origin'), origin],
    [t('entry.address'), address],
    [t('entry.number'), `${seq}`],
    [t('entry.request'), request_id],
  ] as const;
  return (
    <details className={styles.item}>
      <summary className={styles.summary}>
        <span className={styles.what}>
          {entry.what}
          {subject !== null && subject !== user?.displayname && <span className={styles.subject}>{subject}</span>}
        </span>
        <span className={styles.who}>{user?.displayname ?? origin}</span>
        <span className={styles.address}>{address}</span>
        <time className={styles.at} dateTime={entry.at}>
          {writeMoment(language, new Date(entry.at), timeZone, 'seconds')}
        </time>
        <Icon name="chevronDown" size={20} className={styles.chevron ?? ''} />
      </summary>
      <div className={styles.details}>
        {(entry.before !== null || entry.after !== null) && <ChangeTable entry={entry} timeZone={timeZone} />}
        <dl className={styles.facts}>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <div className={styles.actions}>
          {user && (
            <Button icon="user" onPress={() => onChoose({ user_id: `${user.id}` })}>
              {t('entry.byPerson')}
            </Button>
          )}
          {entity_id !== null && (
            <Button icon="list" onPress={() => onChoose({ entity, record: entity_id })}>
              {t('entry.ofRecord')}
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}
