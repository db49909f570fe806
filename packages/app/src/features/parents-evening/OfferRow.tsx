import type { Offer, OwnEvening } from '@kreide/core/features/parents-evening';
import { useMutation } from '@tanstack/react-query';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Evenings.module.css';
import { bookSlot, offersQuery, waitForSlot } from './evening-queries.ts';
import { TeacherTags } from './TeacherTags.tsx';

interface OfferRowProps {
  evening: OwnEvening;
  child: number;
  offer: Offer;
  /** How many more the family may book for the child. */
  left: number;
}

/** A teacher of a child with the appointments that are free; those that do not fit are shown and cannot be pressed. */
export function OfferRow({ evening, child, offer, left }: OfferRowProps) {
  const { t } = useTranslation(['parents-evening', 'errors']);
  const book = useMutation(bookSlot);
  const wait = useMutation(waitForSlot);
  const { teacher_id, name, booking, slots, is_class_teacher, is_waiting, is_absent, can } = offer;
  const id = `${evening.id}`;
  const isAsked = evening.phase === 'open' && !booking && !is_absent && left > 0;
  function refused(reason: string) {
    toasts.show('error', t('failed', { reason }));
    // What somebody else has meanwhile is gone from the page at once.
    void queries.fetchQuery({ ...offersQuery(id, child), staleTime: 0 });
  }
  const take = (starts_at: string) =>
    book.mutate(
      { params: { id }, body: { teacher_id, child_id: child, starts_at } },
      {
        onSuccess: () => toasts.show('success', t('own.booked', { time: starts_at, name })),
        onError: (error) => refused(toReason(t, error)),
      },
    );
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b>{name}</b>
        {booking && (
          <span className={styles.muted}>
            {booking.state === 'held'
              ? t('own.invitedAt', { time: booking.starts_at })
              : t('own.booked', { time: booking.starts_at, name })}
          </span>
        )}
        {isAsked && !is_waiting && can.book === 0 && <span className={styles.muted}>{t('own.noneFree')}</span>}
        {isAsked && is_waiting && <span className={styles.muted}>{t('own.waiting')}</span>}
      </span>
      <span className={styles.tags}>
        {is_class_teacher && <Tag>{t('own.classTeacher')}</Tag>}
        <TeacherTags teacher={offer} />
      </span>
      {isAsked && (
        <span className={styles.slots}>
          {slots.map(({ starts_at, clash }) => (
            <Button
              key={starts_at}
              aria-label={t(clash === null ? 'own.book' : 'own.clash', { time: starts_at, name })}
              isDisabled={clash !== null || book.isPending}
              onPress={() => take(starts_at)}
            >
              {starts_at}
            </Button>
          ))}
          {can.wait === 1 && (
            <Button
              isPending={wait.isPending}
              onPress={() =>
                wait.mutate(
                  { params: { id, child_id: `${child}`, teacher_id: `${teacher_id}` } },
                  { onError: (error) => refused(toReason(t, error)) },
                )
              }
            >
              {t('own.wait')}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}
