import { type SelectionSteps, toSteps } from '@kreide/core/features/courses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { availableQuery } from './courses-queries.ts';
import { useDraft } from './draft.ts';

/** The steps of what is being chosen; null before they are known, and where nothing is. */
export function useSteps(): { steps: SelectionSteps | null; isChoosing: boolean } {
  const draft = useDraft(({ draft: known }) => known);
  const { language } = useTranslation('courses');
  const { data } = useQuery({ ...availableQuery(draft?.user_id ?? 0), enabled: draft !== null });
  return {
    steps: useMemo(() => (data ? toSteps(data, language) : null), [data, language]),
    isChoosing: draft !== null,
  };
}
