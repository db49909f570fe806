import { PARTNERS_MAXIMUM, type Partner, partnersApi } from '@kreide/core/features/sales';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { PartnerDialog } from './PartnerDialog.tsx';
import styles from './Sales.module.css';

const removePartner = mutationOf(partnersApi.removePartner, { messages: false, touches: [partnersApi.listPartners] });

/** `/management/:schoolUuid/partners`: companies that look after the school, and whom one asks there (P-7.46, P-7.86). */
export function PartnersScreen() {
  const { t } = useTranslation(['sales', 'errors']);
  const { id } = useSelf().school;
  const query = useQuery(queryOf(partnersApi.listPartners, { params: { id: `${id}` } }, { staleTime: 0 }));
  const remove = useMutation(removePartner);
  const [opened, setOpened] = useState<Partner | 'new' | null>(null);
  const takeAway = ({ uuid, company }: Partner) =>
    remove.mutate(
      { params: { id: `${id}`, partner: uuid } },
      {
        onSuccess: () => toasts.show('success', t('partners.removed', { company })),
        onError: (error) => toasts.show('error', t('partners.failed', { reason: toReason(t, error) })),
      },
    );
  const add = (
    <Button
      look="primary"
      icon="plus"
      isDisabled={(query.data?.length ?? 0) >= PARTNERS_MAXIMUM}
      onPress={() => setOpened('new')}
    >
      {t('partners.add')}
    </Button>
  );
  return (
    <div className={styles.narrow}>
      <p className={styles.muted}>{t('partners.about')}</p>
      <Loaded
        query={query}
        skeleton={{ type: 'list', label: t('partners.loading') }}
        errorTitle={t('partners.errorTitle')}
        empty={<EmptyState icon="user" title={t('partners.emptyTitle')} text={t('partners.emptyText')} action={add} />}
      >
        {(all) => (
          <ul className={styles.list} aria-label={t('partners.title')}>
            {all.map((partner) => (
              <li key={partner.uuid}>
                <Card>
                  <section className={styles.card} aria-label={partner.company}>
                    <h2>{partner.company}</h2>
                    {[partner.role, partner.name, partner.email, partner.phone, partner.note]
                      .filter((text) => text !== '')
                      .map((text) => (
                        <p key={text}>{text}</p>
                      ))}
                    <div className={styles.actions}>
                      <IconButton
                        icon="edit"
                        label={t('partners.edit', { company: partner.company })}
                        onPress={() => setOpened(partner)}
                      />
                      <IconButton
                        icon="trash"
                        label={t('partners.remove', { company: partner.company })}
                        onPress={() => takeAway(partner)}
                      />
                    </div>
                  </section>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {query.data?.length !== 0 && <div>{add}</div>}
      {opened !== null && (
        <PartnerDialog known={opened === 'new' ? null : opened} schoolId={id} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
