import { type Survey, surveysApi } from '@kreide/core/features/surveys';
import { isAllowed } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { EvaluationDialog } from './SurveyCard.tsx';
import { useSurvey } from './use-survey.ts';

export interface SurveyVotersProps {
  /** As an address names it; may be anything. */
  uuid: string;
  onClose: () => void;
}

/** Who has answered a survey, for its author; to everybody else it says that there is nothing to see. */
export function SurveyVoters({ uuid, onClose }: SurveyVotersProps) {
  const { t } = useTranslation('surveys');
  const { data, isPending } = useQuery(queryOf(surveysApi.get, { params: { id: uuid } }, { retries: 0 }));
  if (isPending) return null;
  if (data && isAllowed(data.can, 'evaluation')) return <Voters given={data} onClose={onClose} />;
  return (
    <Dialog isOpen title={t('tabs.answers')} onClose={onClose} closeLabel={t('close')}>
      <EmptyState icon="search" title={t('noVotersTitle')} text={t('noVotersText')} />
    </Dialog>
  );
}

function Voters({ given, onClose }: { given: Survey; onClose: () => void }) {
  const { survey, refresh } = useSurvey(given);
  return (
    survey && (
      <Suspense>
        <EvaluationDialog survey={survey} initialTab="answers" onMore={refresh} onClose={onClose} />
      </Suspense>
    )
  );
}
