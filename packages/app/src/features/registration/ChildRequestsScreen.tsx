import {
  type CreatedKey,
  childRequestApi,
  type ReceivedChildRequest,
  registrationEvents,
} from '@kreide/core/features/registration';
import { isAllowed, toLocal, writeDate } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateQueries } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { late } from '../../kernel/late.ts';
import { useRealtime } from '../../kernel/realtime.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Keys.module.css';
import { RequestRulesCard } from './RequestRulesCard.tsx';
import { receivedRequestsQuery } from './request-queries.ts';

const AcceptRequestDialog = late(async () => (await import('./AcceptRequestDialog.tsx')).AcceptRequestDialog);
const RefuseRequestDialog = late(async () => (await import('./RefuseRequestDialog.tsx')).RefuseRequestDialog);
const KeyDialog = late(async () => (await import('./KeyDialog.tsx')).KeyDialog);

type Open = { dialog: 'accept' | 'refuse'; request: ReceivedChildRequest } | { dialog: 'made'; made: CreatedKey };

/** Parents who ask for the code of a child: give one, or say why not (P-7.75). */
export function ChildRequestsScreen() {
  const { t } = useTranslation('registration');
  const query = useInfiniteQuery(receivedRequestsQuery());
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const ask = () => void invalidateQueries(childRequestApi.listChildRequests);
  useRealtime(registrationEvents.waitingChanged, ask, ask);
  return (
    <div className={styles.screen}>
      <p className={styles.intro}>{t('requests.intro')}</p>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('requests.title')}
        skeleton={{ items: 2, label: t('requests.loading') }}
        errorTitle={t('requests.errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('requests.emptyTitle')} text={t('requests.emptyText')} />}
      >
        {(request) => <Request request={request} onAnswer={(dialog) => setOpen({ dialog, request })} />}
      </InfiniteList>
      <RequestRulesCard />
      {open?.dialog === 'accept' && (
        <AcceptRequestDialog
          request={open.request}
          onClose={close}
          onMade={(made) => setOpen({ dialog: 'made', made })}
        />
      )}
      {open?.dialog === 'refuse' && <RefuseRequestDialog request={open.request} onClose={close} />}
      {open?.dialog === 'made' && <KeyDialog made={open.made} onClose={close} />}
    </div>
  );
}

interface RequestProps {
  request: ReceivedChildRequest;
  onAnswer: (dialog: 'accept' | 'refuse') => void;
}

function Request({ request, onAnswer }: RequestProps) {
  const { t, language } = useTranslation('registration');
  const { time_zone } = useSelf().school;
  const { firstname, lastname, grade, birthdate, parent, state, reason, created_at, answered_at } = request;
  const name = `${firstname} ${lastname}`;
  const write = (date: string) => writeDate(language, date, 'medium');
  const day = (instant: string) => write(toLocal(new Date(instant), time_zone).date);
  const facts = [
    grade && t('requests.inGrade', { grade }),
    birthdate && t('requests.bornOn', { date: write(birthdate) }),
  ].filter(Boolean);
  return (
    <Card>
      <section className={styles.key} aria-label={name}>
        <div className={styles.about}>
          <h2>{name}</h2>
          {facts.length > 0 && <p>{facts.join(' · ')}</p>}
          <p>
            {t('requests.by', { name: parent.displayname })} ·{' '}
            {answered_at
              ? t('requests.answeredOn', { date: day(answered_at) })
              : t('request.askedOn', { date: day(created_at) })}
          </p>
          {reason && <p>{reason}</p>}
        </div>
        <div className={styles.actions}>
          {state !== 'open' && (
            <Tag look={state === 'accepted' ? 'success' : 'plain'}>{t(`request.state.${state}`)}</Tag>
          )}
          {isAllowed(request.can, 'answer') && (
            <>
              <Button look="primary" aria-label={t('requests.acceptFor', { name })} onPress={() => onAnswer('accept')}>
                {t('requests.accept')}
              </Button>
              <Button look="quiet" aria-label={t('requests.refuseFor', { name })} onPress={() => onAnswer('refuse')}>
                {t('requests.refuse')}
              </Button>
            </>
          )}
        </div>
      </section>
    </Card>
  );
}
