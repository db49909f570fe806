import {
  CLOUD_DESCRIPTION_MAXIMUM,
  CLOUD_EXTENSIONS_MAXIMUM,
  CLOUD_NAME_MAXIMUM,
  extensionsProblem,
  nameProblem,
  toExtensions,
} from '@kreide/core/features/cloud';
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

const NO_RULES: FolderRulesValue = { isProtected: false, ends: null, extensions: '' };

/** Makes a folder (C-2.30). */
export function FolderDialog({ changes, parent, canProtect, onClose }: FolderDialogProps) {
  const { t } = useTranslation('cloud');
  const { school } = useSelf();
  const form = useForm({
    initial: { name: '', description: '', rules: NO_RULES },
    problems: ({ name, rules }) => {
      const wrong = nameProblem(name);
      const extensions = extensionsProblem(toExtensions(rules.extensions));
      return [
        ...(wrong ? [{ field: 'name', text: t(`rules.${wrong}`, { maximum: CLOUD_NAME_MAXIMUM }) } as const] : []),
        ...(extensions
          ? [{ field: 'rules', text: t(`rules.${extensions}`, { maximum: CLOUD_EXTENSIONS_MAXIMUM }) } as const]
          : []),
      ];
    },
    send: ({ name, description, rules }) =>
      changes.make({
        name: name.trim(),
        parent,
        ...(description.trim() && { description }),
        ...(canProtect && toRestrictions(rules, school.time_zone)),
      }),
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
      <TextField
        label={t('folder.description')}
        value={values.description}
        lines={2}
        maxLength={CLOUD_DESCRIPTION_MAXIMUM}
        onChange={(description) => change({ description })}
      />
      {canProtect && (
        <FolderRules
          value={values.rules}
          onChange={(rules) => change({ rules })}
          errorMessage={form.errorOf('rules')}
        />
      )}
    </FormDialog>
  );
}
