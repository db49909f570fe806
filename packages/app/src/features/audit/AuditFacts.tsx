import type { AuditLogEntry } from '@kreide/core/features/audit';
import { writeMoment } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './AuditFacts.module.css';
import { sayEntity } from './audit-words.ts';
import { ChangeTable } from './ChangeTable.tsx';
import type { AuditWish } from './use-audit-wish.ts';

interface AuditFactsProps {
  entry: AuditLogEntry;
  timeZone: string;
  /** Shows only what belongs to the same person or record. */
  onChoose: (values: AuditWish) => void;
}

/** One entry: what exactly was changed, by whom, when and where from. */
export function AuditFacts({ entry, timeZone, onChoose }: AuditFactsProps) {
  const { t, language } = useTranslation('audit');
  const { user, subject, entity, entity_id, address, request_id, seq } = entry;
  const origin = t(`origins.${entry.origin}`);
  const kind = sayEntity(entity, t);
  const facts = [
    [t('filters.search'), user?.displayname],
    [t('list.at'), writeMoment(language, new Date(entry.at), timeZone, 'seconds')],
    [t('entry.record'), subject ? `${subject} (${kind})` : [kind, entity_id].filter(Boolean).join(' ')],
    [t('entry.origin'), origin],
    [t('entry.address'), address],
    [t('entry.number'), `${seq}`],
    [t('entry.request'), request_id],
  ] as const;
  return (
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
  );
}
