import { type OnboardingStep, onboardingApi } from '@kreide/core/features/onboarding';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { queryOf } from '../../kernel/reading.ts';
import { useSelf } from '../../kernel/session.ts';

/** How far the school is, and doing without a step or taking it up again. */
export function useProgress() {
  const params = { id: `${useSelf().school.id}` };
  const query = useQuery(queryOf(onboardingApi.get, { params }, { staleTime: 0 }));
  const update = useMutation(mutationOf(onboardingApi.update, { touches: [onboardingApi.get] }));
  const skipped = (query.data ?? []).filter(({ state }) => state === 'skipped').map(({ step }) => step);
  return {
    query,
    isPending: update.isPending,
    skip: (step: OnboardingStep, onSuccess?: () => void) =>
      update.mutate(
        { params, body: { skipped: [...skipped.filter((one) => one !== step), step] } },
        onSuccess && { onSuccess },
      ),
    takeUp: (step: OnboardingStep) =>
      update.mutate({ params, body: { skipped: skipped.filter((one) => one !== step) } }),
  };
}
