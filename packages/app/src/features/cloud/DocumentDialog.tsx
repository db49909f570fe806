import { CLOUD_NAME_MAXIMUM, type CloudFile, type NewDocument, nameProblem } from '@kreide/core/features/cloud';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Changes } from './use-changes.ts';

interface DocumentDialogProps {
  changes: Changes;
  parent: string | null;
  /** What can be begun here, at least one. */
  documents: readonly NewDocument[];
  onCreated: (file: CloudFile) => void;
  onClose: () => void;
}

/** Begins an empty document, which is opened online then (C-2.29). */
export function DocumentDialog({ changes, parent, documents, onCreated, onClose }: DocumentDialogProps) {
  const { t } = useTranslation('cloud');
  const form = useForm({
    initial: { name: '', type: documents[0] ?? ('doc' as NewDocument) },
    problems: ({ name }) => {
      const rule = nameProblem(name);
      return rule ? [{ field: 'name', text: t(`rules.${rule}`, { maximum: CLOUD_NAME_MAXIMUM }) }] : [];
    },
    send: ({ name, type }) => changes.begin({ name: name.trim(), parent, type }),
    onSaved: (file) => {
      onClose();
      onCreated(file);
    },
    toWords: toSaid,
  });
  const { values, change } = form;
  return (
    <FormDialog
      title={t('actions.create')}
      form={form}
      texts={{ send: t('create.send'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <SegmentedControl
        label={t('create.type')}
        segments={documents.map((type) => ({ key: type, label: t(`create.type_${type}`) }))}
        value={values.type}
        onChange={(type) => change({ type })}
      />
      <TextField
        autoFocus
        label={t('create.name')}
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={form.errorOf('name')}
      />
    </FormDialog>
  );
}
