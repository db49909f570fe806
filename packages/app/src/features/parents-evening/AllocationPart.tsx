import type { Allocation, Evening } from '@kreide/core/features/parents-evening';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Evenings.module.css';
import { allocateWishes, allocationQuery } from './evening-queries.ts';

/** What allocating the wishes now would give, and doing it. */
export function AllocationPart({ evening }: { evening: Evening }) {
  const { t } = useTranslation('parents-evening');
  // Who invites, or is not there any more, changes it: it is looked at anew each time.
  const allocation = useQuery({ ...allocationQuery(evening.id), staleTime: 0 });
  return (
    <Card isRoomy>
      <section className={styles.screen} aria-label={t('desk.allocation')}>
        <h2>{t('desk.allocation')}</h2>
        <p className={styles.muted}>{t('desk.allocationHow')}</p>
        <Loaded query={allocation} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
          {(data) => <Preview evening={evening} allocation={data} />}
        </Loaded>
      </section>
    </Card>
  );
}

function Preview({ evening, allocation }: { evening: Evening; allocation: Allocation }) {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const [isAsked, setAsked] = useState(false);
  const allocate = useMutation(allocateWishes);
  const { granted_count, wishes_count, complete_count, families_count, ranks, teachers, refused, revision } =
    allocation;
  const send = () =>
    allocate.mutate(
      { params: { id: `${evening.id}` }, body: { revision } },
      {
        onSuccess: () => toasts.show('success', t('desk.allocated')),
        onError: (error) => {
          toasts.show('error', t('failed', { reason: toReason(t, error) }));
          void queries.fetchQuery({ ...allocationQuery(evening.id), staleTime: 0 });
        },
        onSettled: () => setAsked(false),
      },
    );
  return (
    <>
      <p>
        {t('desk.allocationSum', {
          granted: granted_count,
          wishes: wishes_count,
          complete: complete_count,
          families: families_count,
        })}
      </p>
      <p className={styles.muted}>
        {ranks
          .map((one) => t('desk.rank', { rank: one.rank, granted: one.granted_count, wishes: one.wishes_count }))
          .join(' · ')}
      </p>
      <div className={styles.onScreen}>
        <Button look="primary" onPress={() => setAsked(true)}>
          {t('desk.allocate')}
        </Button>
      </div>
      {refused.length > 0 && (
        <details>
          <summary>
            {t('desk.refused')} ({refused.length})
          </summary>
          <ul className={styles.list} aria-label={t('desk.refused')}>
            {refused.map(({ child, teacher_id, name, rank, reason }) => (
              <li key={`${child.id} ${teacher_id}`} className={styles.row}>
                <span className={styles.words}>
                  <b>
                    {child.firstname} {child.lastname}
                    {child.grade !== null && `, ${child.grade}`}
                  </b>
                  <span className={styles.muted}>
                    {t('desk.refusedWish', { rank, name, reason: t(`reasons.${reason}`) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {teachers.length > 0 && (
        <details>
          <summary>{t('desk.byTeacher')}</summary>
          <ul className={styles.list} aria-label={t('desk.byTeacher')}>
            {teachers.map((one) => (
              <li key={one.teacher_id} className={styles.row}>
                <span className={styles.words}>
                  <b>{one.name}</b>
                  <span className={styles.muted}>
                    {t('desk.wished', { granted: one.granted_count, wishes: one.wishes_count, free: one.free_count })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {isAsked && (
        <ConfirmDialog
          look="primary"
          title={t('desk.allocate')}
          texts={{ confirm: t('desk.allocate'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={allocate.isPending}
          onConfirm={send}
          onClose={() => setAsked(false)}
        >
          <p>{t('desk.allocateText', { granted: granted_count })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
