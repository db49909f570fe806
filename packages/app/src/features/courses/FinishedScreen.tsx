import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useDraft } from './draft.ts';

/** `/course-selection/finished`: it is saved, and the plan shows it (T-2.39). */
export function FinishedScreen() {
  const { t } = useTranslation('courses');
  const { id } = useSelf();
  const asked = useSearchParams()[0].get('user') ?? '';
  const end = useDraft((store) => store.end);
  useEffect(() => end(), [end]);
  return (
    <EmptyState
      icon="checkCircle"
      title={t('finishedTitle')}
      text={t('finishedText')}
      action={
        <LinkButton look="primary" href={`/timetable/users/${/^\d+$/.test(asked) ? asked : id}`}>
          {t('toPlan')}
        </LinkButton>
      }
    />
  );
}
