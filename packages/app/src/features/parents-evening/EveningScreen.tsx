import type { Evening, EveningTeacher } from '@kreide/core/features/parents-evening';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Link } from '../../ui/Link.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { AllocationPart } from './AllocationPart.tsx';
import styles from './Evenings.module.css';
import { cancelEvening, eveningsQuery, publishEvening, teachersQuery } from './evening-queries.ts';
import { PhaseTag } from './PhaseTag.tsx';
import { PresenceDialog } from './PresenceDialog.tsx';
import { TeacherTags } from './TeacherTags.tsx';
import { useTimes } from './use-times.ts';

/** `/management/:schoolUuid/parents-evenings/:id`: publishes or cancels an evening, and shows how its teachers are booked. */
export function EveningScreen() {
  const { t } = useTranslation('parents-evening');
  const { id = '' } = useParams();
  // Families wish and book meanwhile.
  const evenings = useQuery({ ...eveningsQuery(), staleTime: 0 });
  return (
    <Loaded query={evenings} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {(all) => {
        const evening = all.find((one) => `${one.id}` === id);
        if (!evening) return <EmptyState icon="group" title={t('emptyTitle')} text={t('emptyText')} />;
        return <Shown evening={evening} />;
      }}
    </Loaded>
  );
}

function Shown({ evening }: { evening: Evening }) {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const { spanOf, write } = useTimes();
  const [asked, setAsked] = useState<'publish' | 'cancel' | null>(null);
  const publish = useMutation(publishEvening);
  const cancel = useMutation(cancelEvening);
  const params = { id: `${evening.id}` };
  const close = () => setAsked(null);
  const told = (text: string) => ({
    onSuccess: () => toasts.show('success', text),
    onError: (error: ApiError) => toasts.show('error', t('failed', { reason: toReason(t, error) })),
    onSettled: close,
  });
  const texts = { cancel: t('cancel'), close: t('shell:close') };
  const isWished = evening.mode === 'wishes' && evening.allocated_at === null;
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.screen}>
          <div className={styles.head}>
            <h2>{evening.name}</h2>
            <PhaseTag phase={evening.phase} />
          </div>
          <p>{spanOf(evening)}</p>
          {evening.note !== '' && <p className={styles.note}>{evening.note}</p>}
          <p className={styles.muted}>
            {t(isWished ? 'own.wishOpens' : 'own.opens', { at: write(evening.opens_at) })} ·{' '}
            {t(isWished ? 'own.wishUntil' : 'own.until', { at: write(evening.closes_at) })}
          </p>
          <p className={styles.muted}>
            {t('counts', { booked: evening.bookings_count, teachers: evening.teachers_count })}
          </p>
          {isWished && <p className={styles.muted}>{t('desk.wishers', { count: evening.wishers_count })}</p>}
          {evening.allocated_at !== null && (
            <p className={styles.muted}>{t('desk.allocatedAt', { at: write(evening.allocated_at) })}</p>
          )}
          <div className={`${styles.buttons} ${styles.onScreen}`}>
            {evening.can.publish === 1 && (
              <Button look="primary" onPress={() => setAsked('publish')}>
                {t('desk.publish')}
              </Button>
            )}
            <Button icon="print" onPress={() => window.print()}>
              {t('print')}
            </Button>
            {evening.can.cancel === 1 && (
              <Button look="quiet" onPress={() => setAsked('cancel')}>
                {t('desk.cancelEvening')}
              </Button>
            )}
          </div>
        </div>
      </Card>
      {evening.can.allocate === 1 && <AllocationPart evening={evening} />}
      <Teachers evening={evening} />
      {asked === 'publish' && (
        <ConfirmDialog
          look="primary"
          title={t('desk.publish')}
          texts={{ ...texts, confirm: t('desk.publish') }}
          isPending={publish.isPending}
          onConfirm={() => publish.mutate({ params }, told(t('desk.published')))}
          onClose={close}
        >
          <p>{t('desk.publishText', { at: write(evening.opens_at) })}</p>
        </ConfirmDialog>
      )}
      {asked === 'cancel' && (
        <ConfirmDialog
          title={t('desk.cancelEvening')}
          texts={{ ...texts, confirm: t('desk.cancelEvening') }}
          isPending={cancel.isPending}
          onConfirm={() => cancel.mutate({ params }, told(t('plan.cancelDone')))}
          onClose={close}
        >
          <p>{t('desk.cancelText', { booked: evening.bookings_count })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The teachers with how many appointments each has and offers; each opens the plan. */
function Teachers({ evening }: { evening: Evening }) {
  const { t } = useTranslation('parents-evening');
  const teachers = useQuery(teachersQuery(evening.id));
  const [search, setSearch] = useState('');
  const [arranged, setArranged] = useState<EveningTeacher | null>(null);
  const matches = ({ name, shortcut }: EveningTeacher) =>
    `${name} ${shortcut}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <Card isRoomy>
      <section className={styles.screen} aria-label={t('desk.teachers')}>
        <h2>{t('desk.teachers')}</h2>
        <div className={styles.onScreen}>
          <SearchField label={t('desk.search')} value={search} onChange={setSearch} />
        </div>
        <Loaded query={teachers} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
          {(all) => (
            <ul className={styles.list}>
              {all.filter(matches).map((teacher) => (
                <li key={teacher.teacher_id} className={styles.row}>
                  <span className={styles.words}>
                    <Link to={`/parents-evenings/${evening.id}/teachers/${teacher.teacher_id}`}>{teacher.name}</Link>
                    <span className={styles.muted}>
                      {t('desk.slots', { booked: teacher.bookings_count, slots: teacher.slots_count })}
                    </span>
                  </span>
                  <span className={styles.tags}>
                    <TeacherTags teacher={teacher} />
                    {teacher.waiting_count > 0 && (
                      <Tag look="warning">{t('desk.waiting', { count: teacher.waiting_count })}</Tag>
                    )}
                    {teacher.can.arrange === 1 && (
                      <span className={styles.onScreen}>
                        <IconButton
                          icon="edit"
                          label={t('presence.title', { name: teacher.name })}
                          onPress={() => setArranged(teacher)}
                        />
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        {arranged && <PresenceDialog evening={`${evening.id}`} known={arranged} onClose={() => setArranged(null)} />}
      </section>
    </Card>
  );
}
