import { toOnboarding } from '../../kernel/guards.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Onboarding.module.css';
import { useProgress } from './use-progress.ts';

/** The people of a list are in the school: how many there are, and what comes next (P-2.94). */
export function UploadedScreen() {
  const { t } = useTranslation('onboarding');
  const { school } = useSelf();
  const { query } = useProgress();
  const people = query.data?.find(({ step }) => step === 'people');
  const isDone = people?.state === 'done';
  return (
    <EmptyState
      icon={isDone ? 'checkCircle' : 'user'}
      title={isDone ? t('count_people', { count: people.count ?? 0 }) : t('uploaded.none')}
      text={t(isDone ? 'uploaded.text' : 'uploaded.noneText')}
      action={
        <div className={styles.actions}>
          <LinkButton href={toOnboarding(school.uuid, 'users/import')}>{t('uploaded.another')}</LinkButton>
          <LinkButton look="primary" href={toOnboarding(school.uuid, 'users/generate')}>
            {t('uploaded.next')}
          </LinkButton>
        </div>
      }
    />
  );
}
