import type { ComparedPerson, MergeField } from '@kreide/core/features/doubles';
import { isTypedName } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { mergeTwo } from './doubles-queries.ts';

interface MergeDialogProps {
  from: ComparedPerson;
  into: ComparedPerson;
  /** The fields of which the value of the one who goes is kept. */
  takes: readonly MergeField[];
  revision: string;
  onClose: () => void;
}

/** Asks for the name of the account that ends: nobody takes a merge back. */
export function MergeDialog({ from, into, takes, revision, onClose }: MergeDialogProps) {
  const { t } = useTranslation(['doubles', 'shell', 'errors']);
  const navigate = useNavigate();
  const merge = useMutation(mergeTwo);
  const name = from.displayname;
  const form = useForm({
    initial: () => ({ name: '' }),
    item: null,
    problems: (draft) =>
      isTypedName(draft.name, name) ? [] : [{ field: 'name' as const, text: t('rules.name', { name }) }],
    send: (draft) =>
      merge.mutateAsync({
        params: { id: `${into.id}` },
        body: { from_id: from.id, takes: [...takes], name: draft.name, revision },
      }),
    onSaved: async ({ id }) => {
      toasts.show('success', t('confirm.done', { name: into.displayname }));
      await navigate(`/users/${id}`);
    },
    toWords: (error) => toReason(t, error),
  });
  const { values, change, errorOf } = form;
  return (
    <FormDialog
      title={t('confirm.title')}
      form={form}
      look="danger"
      icon="group"
      texts={{ send: t('confirm.action'), cancel: t('confirm.cancel') }}
      intro={
        <p>
          {t('compare.keep', { name: into.displayname, username: into.username })}. <b>{t('confirm.final')}</b>
        </p>
      }
      onClose={onClose}
    >
      <TextField
        label={t('confirm.label')}
        description={t('confirm.hint', { name })}
        value={values.name}
        maxLength={200}
        autoCapitalize="none"
        autoComplete="off"
        errorMessage={errorOf('name')}
        onChange={(typed) => change({ name: typed })}
      />
    </FormDialog>
  );
}
