import { type SourceKey, timetableImportApi } from '@kreide/core/features/timetable-import';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';

const sourcesQuery = queryOf(timetableImportApi.sources, { query: {} });

/** The source of the school's plans; saved as soon as somebody chooses it (T-7.126). */
export function SourceChoice() {
  const { t } = useTranslation(['timetable-import', 'errors']);
  const { school } = useSelf();
  const sources = useQuery(sourcesQuery);
  const set = useMutation({
    ...mutationOf(timetableImportApi.setSource, { touches: [timetableImportApi.sources], messages: false }),
    onSuccess: () => toasts.show('success', t('automatic.sourceSaved')),
  });
  return (
    <Loaded query={sources} skeleton={{ items: 1, label: t('upload.loading') }} errorTitle={t('upload.errorTitle')}>
      {(all) => {
        const chosen = all.find((one) => one.is_chosen);
        const offered = all.filter((one) => (one.choosable && one.is_readable) || one === chosen);
        return (
          <>
            <Select<SourceKey | 'automatic'>
              label={t('automatic.source')}
              options={[
                { key: 'automatic', text: t('upload.automatic') },
                ...offered.map(({ key, name }) => ({ key, text: name })),
              ]}
              value={chosen?.key ?? 'automatic'}
              onChange={(key) =>
                set.mutate({ params: { id: `${school.id}` }, body: { source: key === 'automatic' ? null : key } })
              }
            />
            <Problem text={set.error && toReason(t, set.error)} />
          </>
        );
      }}
    </Loaded>
  );
}
