import { CLOUD_NAME_MAXIMUM, nameProblem } from '@kreide/core/features/cloud';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import { FolderRules, type FolderRulesValue, toRestrictions } from './FolderRules.tsx';
import type { Changes } from './use-changes.ts';

interface FolderDialogProps {
  changes: Changes;
  parent: string | null;
  /** People who manage the cloud may keep members from adding to it. */
  canProtect: boolean;
  onClose: () => void;
}

/** Makes a folder (C-2.30). */
export function FolderDialog({ changes, parent, canProtect, onClose }: FolderDialogProps) {
  const { t } = useTranslation('cloud');
  const { school } = useSelf();
  const form = useForm({
    initial: { name: '', rules: { isProtected: false, ends: null } as FolderRulesValue },
    problems: ({ name }) => {
      const rule = nameProblem(name);
      return rule ? [{ field: 'name', text: t(`rules.${rule}`, { maximum: CLOUD_NAME_MAXIMUM }) }] : [];
    },
    send: ({ name, rules }) =>
      changes.make({ name: name.trim(), parent, ...(canProtect && toRestrictions(rules, school.time_zone)) }),
    onSaved: onClose,
    toWords: toSaid,
  });
  const { values, change } = form;
  return (
    <FormDialog
      title={t('folder.title')}
      form={form}
      texts={{ send: t('folder.create'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label={t('folder.name')}
        value={values.name}
        onChange={(name) => change({ name })}
        errorMessage={form.errorOf('name')}
      />
      {canProtect && <FolderRules value={values.rules} onChange={(rules) => change({ rules })} />}
    </FormDialog>
  );
}
