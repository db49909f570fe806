import type { FamilyPlan, OwnBooking, OwnEvening } from '@kreide/core/features/parents-evening';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { CancelDialog } from './CancelDialog.tsx';
import styles from './Evenings.module.css';
import { acceptInvitation, familyPlanQuery, offersQuery, ownEveningsQuery, stopWaiting } from './evening-queries.ts';
import { MeetLink } from './MeetLink.tsx';
import { OfferRow } from './OfferRow.tsx';
import { PhaseTag } from './PhaseTag.tsx';
import { TeacherTags } from './TeacherTags.tsx';
import { useTimes } from './use-times.ts';

const WishForm = late(async () => (await import('./WishForm.tsx')).WishForm);

/** `/parents-evenings/:id`: what a family has, and what it can book; a teacher is led to the own plan. */
export function FamilyScreen() {
  const { t } = useTranslation('parents-evening');
  const { id = '' } = useParams();
  const { type } = useSelf();
  const evenings = useQuery(ownEveningsQuery());
  return (
    <Loaded query={evenings} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {(all) => {
        const evening = all.find((one) => `${one.id}` === id);
        if (evening && type !== 'PARENT' && evening.teacher_id !== null)
          return <Redirect to={`/parents-evenings/${id}/teachers/${evening.teacher_id}`} />;
        if (!evening || type !== 'PARENT')
          return <EmptyState icon="group" title={t('own.emptyTitle')} text={t('own.emptyText')} />;
        return <Family evening={evening} />;
      }}
    </Loaded>
  );
}

function Family({ evening }: { evening: OwnEvening }) {
  const { t } = useTranslation('parents-evening');
  const { spanOf, write } = useTimes();
  const { childs } = useSelf();
  const [query, setQuery] = useSearchParams();
  const people = childs.map((child) => ({ key: `${child.id}`, label: child.firstname }));
  const child = people.find(({ key }) => key === query.get('child')) ?? people[0];
  const plan = useQuery(familyPlanQuery(`${evening.id}`));
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
          {evening.phase === 'planned' && (
            <p>{t(evening.mode === 'wishes' ? 'own.wishOpens' : 'own.opens', { at: write(evening.opens_at) })}</p>
          )}
          {evening.phase === 'wishing' && (
            <p className={styles.muted}>{t('own.wishUntil', { at: write(evening.closes_at) })}</p>
          )}
          {evening.phase === 'allocating' && <p>{t('own.allocating')}</p>}
          {evening.phase === 'open' && (
            <p className={styles.muted}>{t('own.until', { at: write(evening.closes_at) })}</p>
          )}
        </div>
      </Card>
      <Loaded query={plan} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
        {(data) => <OwnPlan evening={evening} plan={data} />}
      </Loaded>
      {child && (evening.phase === 'open' || evening.phase === 'planned' || evening.phase === 'wishing') && (
        <div className={`${styles.screen} ${styles.onScreen}`}>
          {people.length > 1 && (
            <SegmentedControl
              label={t('own.forWhom')}
              segments={people}
              value={child.key}
              onChange={(key) => setQuery({ child: key }, { replace: true })}
            />
          )}
          <Offered key={child.key} evening={evening} child={Number(child.key)} name={child.label} />
        </div>
      )}
    </div>
  );
}

function Offered({ evening, child, name }: { evening: OwnEvening; child: number; name: string }) {
  const { t } = useTranslation('parents-evening');
  const offers = useQuery(offersQuery(`${evening.id}`, child));
  return (
    <Loaded query={offers} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {({ teachers, left, ...wished }) =>
        wished.can.wish === 1 ? (
          <Suspense>
            <WishForm evening={evening} child={child} name={name} offers={{ teachers, left, ...wished }} />
          </Suspense>
        ) : (
          <Card isRoomy>
            <section className={styles.screen} aria-label={t('own.offers', { name })}>
              <div className={styles.head}>
                <h2>{t('own.offers', { name })}</h2>
                {evening.phase === 'open' && <span className={styles.muted}>{t('own.left', { count: left })}</span>}
              </div>
              {teachers.length === 0 && <p>{t('own.noTeachers')}</p>}
              <ul className={styles.list}>
                {teachers.map((offer) => (
                  <OfferRow key={offer.teacher_id} evening={evening} child={child} offer={offer} left={left} />
                ))}
              </ul>
            </section>
          </Card>
        )
      }
    </Loaded>
  );
}

/** The appointments of all children, which can be printed. */
function OwnPlan({ evening, plan: { bookings, waiting } }: { evening: OwnEvening; plan: FamilyPlan }) {
  const { t } = useTranslation(['parents-evening', 'errors']);
  const [cancelled, setCancelled] = useState<OwnBooking | null>(null);
  const stop = useMutation(stopWaiting);
  const id = `${evening.id}`;
  return (
    <Card isRoomy>
      <section className={styles.screen} aria-label={t('own.plan')}>
        <div className={styles.head}>
          <h2>{t('own.plan')}</h2>
          {bookings.length > 0 && (
            <span className={styles.onScreen}>
              <Button icon="print" onPress={() => window.print()}>
                {t('print')}
              </Button>
            </span>
          )}
        </div>
        {bookings.length === 0 && <p>{t('own.none')}</p>}
        <ul className={styles.list}>
          {bookings.map((booking) => (
            <OwnRow key={booking.id} evening={evening} booking={booking} onCancel={setCancelled} />
          ))}
          {waiting.map(({ child, teacher_id, name }) => {
            const words = { name, child: child.firstname };
            return (
              <li key={`${child.id} ${teacher_id}`} className={styles.row}>
                <span className={styles.muted}>{t('own.waits', words)}</span>
                <span className={styles.onScreen}>
                  <IconButton
                    icon="close"
                    label={t('own.stopWaiting', words)}
                    onPress={() =>
                      stop.mutate(
                        { params: { id, child_id: `${child.id}`, teacher_id: `${teacher_id}` } },
                        { onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })) },
                      )
                    }
                  />
                </span>
              </li>
            );
          })}
        </ul>
        {cancelled && (
          <CancelDialog
            evening={id}
            booking={cancelled}
            name={cancelled.teacher.name}
            onClose={() => setCancelled(null)}
          />
        )}
      </section>
    </Card>
  );
}

interface OwnRowProps {
  evening: OwnEvening;
  booking: OwnBooking;
  onCancel: (booking: OwnBooking) => void;
}

function OwnRow({ evening, booking, onCancel }: OwnRowProps) {
  const { t } = useTranslation(['parents-evening', 'errors']);
  const accept = useMutation(acceptInvitation);
  const { id, child, teacher, starts_at, ends_at, state, can } = booking;
  return (
    <li className={styles.row}>
      <span className={styles.timed}>
        <b>
          {starts_at}–{ends_at}
        </b>
        <span className={styles.words}>
          <b>{teacher.name}</b>
          <span className={styles.muted}>{child.firstname}</span>
          {teacher.is_online && <MeetLink with={teacher} hasConferences={evening.has_conferences === 1} />}
        </span>
      </span>
      <span className={styles.tags}>
        {state === 'held' && <Tag look="warning">{t('own.invitation')}</Tag>}
        <TeacherTags teacher={teacher} />
        <span className={`${styles.tags} ${styles.onScreen}`}>
          {can.accept === 1 && (
            <Button
              isPending={accept.isPending}
              onPress={() =>
                accept.mutate(
                  { params: { id: `${evening.id}`, booking_id: `${id}` } },
                  {
                    onSuccess: () => toasts.show('success', t('own.booked', { time: starts_at, name: teacher.name })),
                    onError: (error) => toasts.show('error', t('failed', { reason: toReason(t, error) })),
                  },
                )
              }
            >
              {t('own.accept')}
            </Button>
          )}
          {can.cancel === 1 && (
            <IconButton
              icon="trash"
              label={t('plan.cancel', { name: `${teacher.name}, ${child.firstname}` })}
              onPress={() => onCancel(booking)}
            />
          )}
        </span>
      </span>
    </li>
  );
}
