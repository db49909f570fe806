import { type PlanVersion, plannerApi, VERSION_NOTE_MAXIMUM } from '@kreide/core/features/planner';
import { useMutation } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { renameVersion } from './planner-queries.ts';

/** What a version is called: the note beside its number. */
export function RenameDialog({ version, onClose }: { version: PlanVersion; onClose: () => void }) {
  const { t } = useTranslation(['planner', 'shell']);
  const rename = useMutation(renameVersion);
  const params = { id: `${version.id}` };
  const form = useForm({
    initial: { note: version.note },
    item: version,
    send: ({ note }, { note: former_note }) => rename.mutateAsync({ params, body: { note, former_note } }),
    newest: async () => {
      const item = await queries.fetchQuery(queryOf(plannerApi.getVersion, { params }, { staleTime: 0 }));
      return { item, values: { note: item.note } };
    },
    onSaved: () => {
      toasts.show('success', t('renamed'));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toSaid(error) }),
  });
  return (
    <FormDialog
      title={t('renameOf', { number: version.number })}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      parts={[{ label: t('form.note'), show: ({ note }) => note }]}
      onClose={onClose}
    >
      <TextField
        label={t('form.note')}
        value={form.values.note}
        maxLength={VERSION_NOTE_MAXIMUM}
        errorMessage={form.errorOf('note')}
        onChange={(note) => form.change({ note })}
      />
    </FormDialog>
  );
}
