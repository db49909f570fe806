import {
  type AcceptedApplication,
  type Application,
  applicationApi,
  registrationEvents,
} from '@kreide/core/features/registration';
import { isAllowed, toLocal, writeDate } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateQueries, mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { late } from '../../kernel/late.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ApplicationPagesCard } from './ApplicationPagesCard.tsx';
import { applicationsQuery } from './application-queries.ts';
import styles from './Keys.module.css';

const AcceptApplicationDialog = late(
  async () => (await import('./AcceptApplicationDialog.tsx')).AcceptApplicationDialog,
);
const ReasonDialog = late(async () => (await import('./ReasonDialog.tsx')).ReasonDialog);
const KeyDialog = late(async () => (await import('./KeyDialog.tsx')).KeyDialog);

type Open = { dialog: 'accept' | 'decline'; application: Application } | { dialog: 'made'; made: AcceptedApplication };

/** Who wants to register with the school: take them in, or say why not; and the pages that they come from (P-7.16). */
export function ApplicationsScreen() {
  const { t } = useTranslation('registration');
  const query = useInfiniteQuery(applicationsQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const ask = () => void invalidateQueries(applicationApi.listApplications);
  useRealtime(registrationEvents.waitingChanged, ask, ask);
  const decline = useMutation({
    ...mutationOf(applicationApi.declineApplication, { touches: [applicationApi.listApplications] }),
    onSuccess: () => {
      toasts.show('success', t('applications.declined'));
      close();
    },
  });

  function show(made: AcceptedApplication): void {
    if (made.is_mailed) toasts.show('success', t('applications.mailed'));
    setOpen(made.is_mailed ? null : { dialog: 'made', made });
  }
  return (
    <div className={styles.screen}>
      <p className={styles.intro}>{t('applications.intro')}</p>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('applications.title')}
        skeleton={{ items: 2, label: t('applications.loading') }}
        errorTitle={t('applications.errorTitle')}
        empty={
          <EmptyState icon="checkCircle" title={t('applications.emptyTitle')} text={t('applications.emptyText')} />
        }
      >
        {(application) => <Row application={application} onAnswer={(dialog) => setOpen({ dialog, application })} />}
      </InfiniteList>
      <ApplicationPagesCard />
      {open?.dialog === 'accept' && (
        <AcceptApplicationDialog application={open.application} onClose={close} onMade={show} />
      )}
      {open?.dialog === 'decline' && (
        <ReasonDialog
          title={t('applications.declineTitle', { name: toName(open.application) })}
          hint={t('applications.reasonHint', { name: toName(open.application) })}
          confirm={t('applications.decline')}
          onConfirm={(reason) => decline.mutateAsync({ params: { id: `${open.application.id}` }, body: { reason } })}
          onClose={close}
        />
      )}
      {open?.dialog === 'made' && <KeyDialog made={open.made} onClose={close} />}
    </div>
  );
}

const toName = ({ firstname, lastname }: Application) => `${firstname} ${lastname}`;

interface RowProps {
  application: Application;
  onAnswer: (dialog: 'accept' | 'decline') => void;
}

function Row({ application, onAnswer }: RowProps) {
  const { t, language } = useTranslation('registration');
  const { time_zone } = useSelf().school;
  const { type, email, phone, child, message, state, reason, created_at } = application;
  const name = toName(application);
  const date = writeDate(language, toLocal(new Date(created_at), time_zone).date, 'medium');
  return (
    <Card>
      <section className={styles.key} aria-label={name}>
        <div className={styles.about}>
          <h2>{name}</h2>
          <p>
            {t(`types.${type}`)} · {t('applications.sentOn', { date })}
          </p>
          <p>{[email, phone].filter(Boolean).join(' · ')}</p>
          {child && <p>{t('applications.child', { child })}</p>}
          {message && <p className={styles.message}>{message}</p>}
          {reason && <p>{reason}</p>}
        </div>
        <div className={styles.actions}>
          {state !== 'open' && (
            <Tag look={state === 'accepted' ? 'success' : 'plain'}>{t(`applications.state.${state}`)}</Tag>
          )}
          {isAllowed(application.can, 'answer') && (
            <>
              <Button
                look="primary"
                aria-label={t('applications.acceptFor', { name })}
                onPress={() => onAnswer('accept')}
              >
                {t('applications.accept')}
              </Button>
              <Button
                look="quiet"
                aria-label={t('applications.declineFor', { name })}
                onPress={() => onAnswer('decline')}
              >
                {t('applications.decline')}
              </Button>
            </>
          )}
        </div>
      </section>
    </Card>
  );
}
