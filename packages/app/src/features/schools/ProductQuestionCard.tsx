import { schoolProductQuestionApi } from '@kreide/core/features/schools';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { SurfaceCard } from './SurfaceCard.tsx';

/** Whether the people of the school are asked how well the product works for them. */
export function ProductQuestionCard() {
  const { t } = useTranslation(['schools', 'errors']);
  const app = useStore(branding, (state) => state.brand.app_name);
  const params = { id: String(useSelf().school.id) };
  const query = useQuery(queryOf(schoolProductQuestionApi.getProductQuestion, { params }, { staleTime: 0 }));
  const change = useMutation({
    ...mutationOf(schoolProductQuestionApi.updateProductQuestion, {
      messages: false,
      touches: [schoolProductQuestionApi.getProductQuestion],
    }),
    onSuccess: (_, { body }) => {
      toasts.show('success', t(body.is_asked ? 'question.nowOn' : 'question.nowOff'), { topic: 'product question' });
      // The own start page hears of it at once.
      void queries.invalidateQueries(selfQuery);
    },
  });
  return (
    <Loaded query={query} skeleton={{ items: 1, label: t('settings.loading') }} errorTitle={t('settings.errorTitle')}>
      {(saved) => {
        const { is_asked } = change.isPending ? change.variables.body : saved;
        return (
          <SurfaceCard
            icon="info"
            title={t('question.title', { app })}
            about={t('question.about', { app })}
            state={t(is_asked ? 'question.on' : 'question.off')}
            isOn={is_asked}
            problem={change.error && t('notSaved', { reason: toReason(t, change.error) })}
            onChange={(isWanted) => change.mutate({ params, body: { is_asked: isWanted } })}
          />
        );
      }}
    </Loaded>
  );
}
