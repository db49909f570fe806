import { authDriversApi } from '@kreide/core/features/auth-drivers';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './AuthDriver.module.css';

const TOUCHES = { touches: [authDriversApi.listProposals, authDriversApi.getDriver] };

/** Who may be a person of the school of those who came and whom nobody knows; nothing where nobody waits. */
export function Proposals({ params }: { params: { id: string } }) {
  const { t, language } = useTranslation('auth-drivers');
  const { school } = useSelf();
  const { data: open = [] } = useQuery(queryOf(authDriversApi.listProposals, { params }, { staleTime: 0 }));
  const accept = useMutation(mutationOf(authDriversApi.acceptProposal, TOUCHES));
  const refuse = useMutation(mutationOf(authDriversApi.refuseProposal, TOUCHES));
  const isPending = accept.isPending || refuse.isPending;
  if (open.length === 0) return null;
  const dayOf = (at: string) => writeDate(language, toLocal(new Date(at), school.time_zone).date, 'dayMonthYear');
  return (
    <Card isRoomy>
      <section className={styles.ours} aria-label={t('proposals.title')}>
        <h2>{t('proposals.title')}</h2>
        <p className={styles.hint}>{t('proposals.hint')}</p>
        <ul className={styles.proposals}>
          {open.map(({ uuid, firstname, lastname, description, by, created_at }) => {
            const name = `${firstname} ${lastname}`;
            const of = { params: { ...params, uuid } };
            return (
              <li key={uuid}>
                <strong>{t('proposals.is', { name, description })}</strong>
                <span className={styles.hint}>{t(`proposals.by_${by}`, { date: dayOf(created_at) })}</span>
                <span className={styles.actions}>
                  <Button icon="check" isPending={isPending} onPress={() => accept.mutate(of)}>
                    {t('proposals.accept', { name })}
                  </Button>
                  <Button look="quiet" isPending={isPending} onPress={() => refuse.mutate(of)}>
                    {t('proposals.refuse')}
                  </Button>
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </Card>
  );
}
