import { type DeletionRequest, deletionApi, deletionStateOf } from '@kreide/core/features/settings';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSecond } from '../../kernel/clock.ts';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Requests.module.css';
import { RulesCard } from './RulesCard.tsx';
import { TimeLeft } from './TimeLeft.tsx';

const requestsQuery = queryOf(deletionApi.listDeletionRequests, {}, { staleTime: 0 });

/** Who asked for deletion: approve it, or leave the account as it is (T-2.96, P-4.21). */
export function RequestsScreen() {
  const { t } = useTranslation('settings');
  const requests = useQuery(requestsQuery);
  const now = new Date(useSecond());
  return (
    <div className={styles.screen}>
      <Loaded
        query={requests}
        skeleton={{ items: 2, label: t('requests.loading') }}
        errorTitle={t('requests.errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('requests.emptyTitle')} text={t('requests.emptyText')} />}
      >
        {(list) => (
          <ul className={styles.list} aria-label={t('requests.title')}>
            {list.map((request) => (
              <li key={request.user_id}>
                <Request request={request} now={now} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <RulesCard />
    </div>
  );
}

function Request({ request, now }: { request: DeletionRequest; now: Date }) {
  const { t, language } = useTranslation(['settings', 'shell']);
  const { school } = useSelf();
  const [isAsking, setAsking] = useState(false);
  const { user_id, displayname: name, username, deletion_reversion_window: end } = request;
  const args = { params: { id: `${user_id}` } };
  const touches = [deletionApi.listDeletionRequests];
  const approve = useMutation({
    ...mutationOf(deletionApi.approveDeletion, { touches }),
    onSuccess: () => {
      toasts.show('success', t('requests.approvedDone', { name }));
      setAsking(false);
    },
    onError: () => setAsking(false),
  });
  const reject = useMutation({
    ...mutationOf(deletionApi.cancelDeletion, { touches }),
    onSuccess: () => toasts.show('success', t('requests.rejectedDone', { name })),
  });
  const state = deletionStateOf(request, now);
  const write = (instant: string | null) =>
    instant === null ? '' : writeMoment(language, new Date(instant), school.time_zone, 'medium');
  return (
    <Card>
      <section className={styles.request} aria-label={name}>
        <Avatar name={[name.split(' ')[0] ?? '', name.split(' ').at(-1) ?? '']} id={user_id} />
        <div className={styles.words}>
          <h2>{name}</h2>
          <p className={styles.muted}>{username}</p>
          <p>{t('requests.asked', { date: write(request.deletion_request_submitted) })}</p>
          {state === 'approved' && end && (
            <p>
              {t('requests.dueAt', { date: write(end) })} · <TimeLeft end={end} now={now} />
            </p>
          )}
        </div>
        {state !== 'none' && <Tag>{t(`deletion.${state}`)}</Tag>}
        <div className={styles.actions}>
          {state === 'review' && (
            <Button aria-label={t('requests.approve', { name })} onPress={() => setAsking(true)}>
              {t('requests.approveShort')}
            </Button>
          )}
          {state !== 'over' && (
            <Button
              look="quiet"
              aria-label={t('requests.reject', { name })}
              isPending={reject.isPending}
              onPress={() => reject.mutate(args)}
            >
              {t('requests.rejectShort')}
            </Button>
          )}
        </div>
      </section>
      {isAsking && (
        <ConfirmDialog
          title={t('requests.approveTitle', { name })}
          texts={{ confirm: t('requests.approveShort'), cancel: t('requests.back'), close: t('shell:close') }}
          isPending={approve.isPending}
          onConfirm={() => approve.mutate(args)}
          onClose={() => setAsking(false)}
        >
          <p>{t('requests.approveText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
