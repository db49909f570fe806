import { type DeletionStatus, deletionStateOf } from '@kreide/core/features/settings';
import { writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Deletion.module.css';
import { TimeLeft } from './TimeLeft.tsx';

const STEPS = ['requested', 'review', 'approved'] as const;

/** The three steps of a deletion, which one it is at, and how long it can be taken back (C-4.66, P-4.20). */
export function DeletionSteps({ status, now }: { status: DeletionStatus; now: Date }) {
  const { t, language } = useTranslation('settings');
  const { school } = useSelf();
  const state = deletionStateOf(status, now);
  const { deletion_request_submitted: submitted, deletion_reversion_window: end } = status;
  const write = (instant: string | null) =>
    instant === null ? '' : writeMoment(language, new Date(instant), school.time_zone, 'medium');
  const at = state === 'review' ? 1 : 2;
  return (
    <div className={styles.content}>
      <ol className={styles.steps}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classes(styles.step, index <= at && styles.reached)}
            aria-current={index === at ? 'step' : undefined}
          >
            <Icon name={index < at || (index === at && at === 2) ? 'check' : 'clock'} size={16} />
            <span>{t(`deletion.${step}`)}</span>
          </li>
        ))}
      </ol>
      {state === 'review' && <p>{t('deletion.reviewText', { date: write(submitted) })}</p>}
      {state === 'approved' && end && (
        <>
          <p>{t('deletion.approvedText', { date: write(end) })}</p>
          <p className={styles.left}>
            <TimeLeft end={end} now={now} />
          </p>
        </>
      )}
      {state === 'over' && <p>{t('deletion.overText')}</p>}
    </div>
  );
}
