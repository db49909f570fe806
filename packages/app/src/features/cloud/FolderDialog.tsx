import { CLOUD_NAME_MAXIMUM, nameProblem } from '@kreide/core/features/cloud';
import { useId } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Cloud.module.css';
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
  const formId = useId();
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
  const close = () => form.leave(onClose);
  return (
    <Dialog
      isOpen
      title={t('folder.title')}
      closeLabel={t('close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('cancel')}</Button>
          <Button type="submit" form={formId} look="primary" isPending={form.isPending}>
            {t('folder.create')}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} className={styles.form} isDialog>
        <TextField
          autoFocus
          label={t('folder.name')}
          value={values.name}
          onChange={(name) => change({ name })}
          errorMessage={form.errorOf('name') ?? form.failure ?? undefined}
        />
        {canProtect && <FolderRules value={values.rules} onChange={(rules) => change({ rules })} />}
      </Form>
    </Dialog>
  );
}
