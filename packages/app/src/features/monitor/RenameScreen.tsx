import { SCREEN_NAME_MAXIMUM, type Screen } from '@kreide/core/features/monitor';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Screens.module.css';
import { updateScreen } from './use-screens.ts';

/** Another name for a screen; its addresses stay. */
export function RenameScreen({ screen, onClose }: { screen: Screen; onClose: () => void }) {
  const { t } = useTranslation(['monitor', 'errors']);
  const update = useMutation(updateScreen);
  const form = useForm({
    initial: { name: screen.name },
    send: ({ name }) => update.mutateAsync({ params: { uuid: screen.uuid }, body: { name: name.trim() } }),
    onSaved: onClose,
    toWords: (error) => (error.code === 'screen_name_taken' ? t('screens.taken') : toReason(t, error)),
  });
  const { name } = form.values;

  return (
    <Form form={form} className={styles.form}>
      <TextField
        autoFocus
        label={t('screens.name')}
        value={name}
        maxLength={SCREEN_NAME_MAXIMUM}
        errorMessage={form.failure ?? undefined}
        onChange={(next) => form.change({ name: next })}
      />
      <div className={styles.buttons}>
        <Button onPress={onClose}>{t('screens.keep')}</Button>
        <Button type="submit" look="primary" isPending={form.isPending} isDisabled={name.trim() === ''}>
          {t('screens.save')}
        </Button>
      </div>
    </Form>
  );
}
