import type { CourseParticipant } from '@kreide/core/features/courses';
import { writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Courses.module.css';
import { participantsQuery, revokeEnrolment, updateEnrolment } from './courses-queries.ts';

/** `/course-participants/:id`: who takes a course, for its teachers and planners, and since when (C-3.54, T-7.21). */
export function ParticipantsScreen() {
  const { t } = useTranslation('courses');
  const { id = '' } = useParams();
  const participants = useQuery(participantsQuery(Number(id)));
  return (
    <div className={styles.screen}>
      <Loaded
        query={participants}
        skeleton={{ type: 'list', label: t('participants.loading') }}
        errorTitle={t('participants.errorTitle')}
        empty={<EmptyState icon="user" title={t('participants.emptyTitle')} text={t('participants.emptyText')} />}
      >
        {(all) => (
          <Card>
            <ul className={styles.list} aria-label={t('participants.title')}>
              {all.map((one) => (
                <Participant key={one.id} participant={one} />
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
    </div>
  );
}

function Participant({ participant }: { participant: CourseParticipant }) {
  const { t, language } = useTranslation(['courses', 'errors']);
  const { id, firstname, lastname, grade, state, joined_at, left_at, can } = participant;
  const update = useMutation(updateEnrolment);
  const revoke = useMutation(revokeEnrolment);
  const name = `${firstname} ${lastname}`;
  const [from, to] = [joined_at, left_at ?? joined_at].map((date) => writeDate(language, date, 'medium'));
  const span =
    state === 'DESELECTED'
      ? t('participants.dropped', { from: to ?? '' })
      : left_at === null
        ? t('participants.since', { from: from ?? '' })
        : t('participants.span', { from: from ?? '', to: to ?? '' });
  const onError = (error: Parameters<typeof toReason>[1]) =>
    toasts.show('error', t('failed', { reason: toReason(t, error) }));
  const params = { id: `${id}` };
  const isTaking = state === 'SELECTED';
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b>{name}</b>
        <span className={styles.muted}>{[grade?.shortcut, span].filter(Boolean).join(' · ')}</span>
      </span>
      {can.update === 1 && (
        <IconButton
          icon={isTaking ? 'close' : 'plus'}
          label={t(isTaking ? 'participants.deselect' : 'participants.select', { name })}
          onPress={() =>
            isTaking
              ? revoke.mutate({ params }, { onError })
              : update.mutate({ params, body: { state: 'SELECTED' } }, { onError })
          }
        />
      )}
    </li>
  );
}
