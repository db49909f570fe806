import type { TeacherBooking, TeacherPlan } from '@kreide/core/features/parents-evening';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import styles from './Evenings.module.css';
import { ownEveningsQuery, planQuery } from './evening-queries.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { MeetLink } from './MeetLink.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { PhaseTag } from './PhaseTag.tsx';
import { PresenceDialog } from './PresenceDialog.tsx';
import { TeacherTags } from './TeacherTags.tsx';
import { useTimes } from './use-times.ts';

/** `/parents-evenings/:id/teachers/:teacherId`: the evening of one teacher, who comes when. */
export function TeacherPlanScreen() {
  const { t } = useTranslation('parents-evening');
  const { id = '', teacherId = '' } = useParams();
  const plan = useQuery(planQuery(id, teacherId));
  return (
    <Loaded query={plan} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
      {(data) => <Plan id={id} plan={data} />}
    </Loaded>
  );
}

const nameOf = ({ child }: TeacherBooking) =>
  [`${child.firstname} ${child.lastname}`, child.grade].filter(Boolean).join(', ');

function Plan({ id, plan: { teacher, bookings, free } }: { id: string; plan: TeacherPlan }) {
  const { t } = useTranslation('parents-evening');
  const { spanOf, write } = useTimes();
  const evening = useQuery(ownEveningsQuery()).data?.find((one) => `${one.id}` === id);
  const [opened, setOpened] = useState<'presence' | 'invite' | null>(null);
  const [moved, setMoved] = useState<TeacherBooking | null>(null);
  const [cancelled, setCancelled] = useState<TeacherBooking | null>(null);
  const rows = [...bookings, ...free.map((starts_at) => ({ starts_at, id: null }))].toSorted((one, other) =>
    one.starts_at.localeCompare(other.starts_at),
  );
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.screen}>
          <div className={styles.head}>
            <h2>{t('plan.title', { name: teacher.name })}</h2>
            <span className={styles.tags}>
              {evening && <PhaseTag phase={evening.phase} />}
              <TeacherTags teacher={teacher} />
            </span>
          </div>
          {evening && (
            <p>
              {evening.name}, {spanOf(evening)}
            </p>
          )}
          {evening?.phase === 'wishing' && <p>{t('plan.wishing', { at: write(evening.closes_at) })}</p>}
          {evening?.phase === 'allocating' && <p>{t('plan.allocating')}</p>}
          <p className={styles.muted}>
            {t('desk.slots', { booked: teacher.bookings_count, slots: teacher.slots_count })}
            {teacher.waiting_count > 0 && ` · ${t('desk.waiting', { count: teacher.waiting_count })}`}
          </p>
          <div className={`${styles.buttons} ${styles.onScreen}`}>
            {teacher.can.invite === 1 && free.length > 0 && (
              <Button look="primary" icon="plus" onPress={() => setOpened('invite')}>
                {t('plan.invite')}
              </Button>
            )}
            {teacher.can.arrange === 1 && (
              <Button icon="edit" onPress={() => setOpened('presence')}>
                {t('presence.open')}
              </Button>
            )}
            <Button icon="print" onPress={() => window.print()}>
              {t('print')}
            </Button>
          </div>
        </div>
      </Card>
      {rows.length === 0 ? (
        <EmptyState icon="clock" title={t('plan.emptyTitle')} text={t('plan.emptyText')} />
      ) : (
        <Card isRoomy>
          <ul className={styles.list} aria-label={t('plan.title', { name: teacher.name })}>
            {rows.map((row) =>
              row.id === null ? (
                <li key={row.starts_at} className={styles.row}>
                  <span className={styles.timed}>
                    <span>{row.starts_at}</span>
                    <span className={styles.muted}>{t('plan.free')}</span>
                  </span>
                </li>
              ) : (
                <Booked
                  key={row.id}
                  booking={row}
                  hasConferences={teacher.is_online ? evening?.has_conferences === 1 : null}
                  onMove={free.length > 0 ? setMoved : null}
                  onCancel={setCancelled}
                />
              ),
            )}
          </ul>
        </Card>
      )}
      {opened === 'presence' && <PresenceDialog evening={id} known={teacher} onClose={() => setOpened(null)} />}
      {opened === 'invite' && (
        <InviteDialog evening={id} teacher={teacher} free={free} onClose={() => setOpened(null)} />
      )}
      {moved && (
        <MoveDialog evening={id} booking={moved} name={nameOf(moved)} free={free} onClose={() => setMoved(null)} />
      )}
      {cancelled && (
        <CancelDialog evening={id} booking={cancelled} name={nameOf(cancelled)} onClose={() => setCancelled(null)} />
      )}
    </div>
  );
}

interface BookedProps {
  booking: TeacherBooking;
  /** Null: they meet at the school. */
  hasConferences: boolean | null;
  /** Null: there is no other time. */
  onMove: ((booking: TeacherBooking) => void) | null;
  onCancel: (booking: TeacherBooking) => void;
}

function Booked({ booking, hasConferences, onMove, onCancel }: BookedProps) {
  const { t } = useTranslation('parents-evening');
  const { starts_at, ends_at, state, is_invited, parent, can } = booking;
  const name = nameOf(booking);
  return (
    <li className={styles.row}>
      <span className={styles.timed}>
        <b>
          {starts_at}–{ends_at}
        </b>
        <span className={styles.words}>
          <b>{name}</b>
          {parent && <span className={styles.muted}>{t('plan.with', { name: parent.displayname })}</span>}
          {parent && hasConferences && (
            <MeetLink with={{ user_id: parent.id, name: parent.displayname }} hasConferences />
          )}
        </span>
      </span>
      <span className={styles.tags}>
        {state === 'held' && <Tag look="dashed">{t('plan.held')}</Tag>}
        {state === 'booked' && is_invited && <Tag>{t('plan.invited')}</Tag>}
        <span className={styles.onScreen}>
          {can.move === 1 && onMove && (
            <IconButton icon="clock" label={t('plan.move', { name })} onPress={() => onMove(booking)} />
          )}
          {can.cancel === 1 && (
            <IconButton icon="trash" label={t('plan.cancel', { name })} onPress={() => onCancel(booking)} />
          )}
        </span>
      </span>
    </li>
  );
}
