import { isToAccept, type Policy } from '@kreide/core/features/management';
import { toLocal, writeDate, writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Policies.module.css';
import { acceptancesQuery } from './policies-queries.ts';

/** One version: its wording, whether it is in force, how many have accepted it, and who. */
export function PolicyVersion({ version: policy }: { version: Policy }) {
  const { t, language } = useTranslation('management');
  const { school, permissions } = useSelf();
  const [isOpen, setOpen] = useState(false);
  const { id, version, title, text, created_at, is_current, accepted_count, people_count } = policy;
  const date = writeDate(language, toLocal(new Date(created_at), school.time_zone).date, 'medium');
  return (
    <Card isRoomy>
      <section className={styles.part} aria-label={t('policies.version', { version, date })}>
        <h2>{title}</h2>
        <p className={styles.about}>{t('policies.version', { version, date })}</p>
        {is_current && (
          <div>
            {isToAccept(policy) ? (
              <Tag look="success">{t('policies.inForce')}</Tag>
            ) : (
              <Tag look="dashed">{t('policies.ended')}</Tag>
            )}
          </div>
        )}
        {text && <p className={styles.text}>{text}</p>}
        {accepted_count !== null && text && (
          <p>{t('policies.accepted', { number: accepted_count, all: people_count ?? 0 })}</p>
        )}
        {permissions.includes('manage-users') && text && (
          <div>
            <Button look="quiet" icon="user" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              {t('policies.who')}
            </Button>
          </div>
        )}
        {isOpen && <Acceptances policyId={id} />}
      </section>
    </Card>
  );
}

function Acceptances({ policyId }: { policyId: number }) {
  const { t, language } = useTranslation('management');
  const { school } = useSelf();
  const accepted = useInfiniteQuery(acceptancesQuery(school.id, policyId));
  return (
    <InfiniteList
      query={accepted}
      idOf={({ user_id }) => user_id}
      className={styles.list}
      label={t('policies.who')}
      skeleton={{ items: 2, label: t('policies.loading') }}
      errorTitle={t('policies.errorTitle')}
      empty={<p className={styles.about}>{t('policies.nobody')}</p>}
    >
      {({ displayname, accepted_at }) => (
        <>
          {displayname}{' '}
          <span className={styles.about}>
            {writeMoment(language, new Date(accepted_at), school.time_zone, 'medium')}
          </span>
        </>
      )}
    </InfiniteList>
  );
}
