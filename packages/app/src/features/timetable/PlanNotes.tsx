import type { Formats } from '@kreide/core/features/timetable';
import { ApiError, toLocal, toTime } from '@kreide/core/kernel';
import { useIsOnline } from '../../kernel/online.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import styles from './PlanNotes.module.css';
import type { Plan } from './use-plan.ts';
import { useTexts } from './use-texts.ts';

interface StaleNoteProps {
  plan: Plan;
  /** IANA time zone of the school. */
  zone: string;
}

function toMoment(instant: Date, zone: string, formats: Formats): { date: string; time: string } {
  const { date, minutes } = toLocal(instant, zone);
  return { date: formats.dateShort(date), time: toTime(minutes) };
}

/**
 * Says that the plan on screen may be outdated, how old it is and why; online a button retries, offline the next
 * connection does. Hidden while the plan is current.
 */
export function StaleNote({ plan, zone }: StaleNoteProps) {
  const { t } = useTranslation(['timetable', 'shell']);
  const { formats } = useTexts();
  const isOnline = useIsOnline();
  const isStale = plan.checkedAt !== null && (plan.error !== null || !isOnline);
  return (
    <div role="status">
      {isStale && (
        <div className={styles.note}>
          <Icon name={isOnline ? 'alert' : 'offline'} size={20} />
          <p>{t(isOnline ? 'stale' : 'staleOffline', toMoment(new Date(plan.checkedAt ?? 0), zone, formats))}</p>
          {isOnline && (
            <Button icon="refresh" isPending={plan.isFetching} onPress={plan.refetch}>
              {t('shell:retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Below the plan: when the school last changed it. */
export function UpdatedNote({ plan, zone }: StaleNoteProps) {
  const { t } = useTranslation('timetable');
  const { formats } = useTexts();
  const updated = plan.timetable?.last_updated_at;
  if (!updated) return null;
  return (
    <p className={styles.updated}>
      <span>{t('updatedAt')}</span>{' '}
      <time dateTime={updated}>{t('updatedMoment', toMoment(new Date(updated), zone, formats))}</time>
    </p>
  );
}

/** Replaces a plan that could not be loaded: why, and what to do. */
export function MissingPlan({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['timetable', 'shell', 'errors']);
  const isOnline = useIsOnline();
  const error = plan.error ?? new ApiError({ code: 'internal' });
  const { status } = error;
  if (status === 404) return <EmptyState icon="search" title={t('notFoundTitle')} text={t('notFoundText')} />;
  if (status === 403) return <EmptyState icon="eyeOff" title={t('forbiddenTitle')} text={t('forbiddenText')} />;
  return (
    <ErrorState
      icon={isOnline ? 'alert' : 'offline'}
      title={t('errorTitle')}
      text={isOnline ? toReason(t, error) : t('errorOffline')}
      retryLabel={t('shell:retry')}
      onRetry={plan.refetch}
      isRetrying={plan.isFetching}
    />
  );
}
