import { SCREEN_NAME_MAXIMUM } from '@kreide/core/features/monitor';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Screens.module.css';
import { createScreen } from './use-screens.ts';

/** Makes an address for another screen. */
export function NewScreen() {
  const { t } = useTranslation(['monitor', 'errors']);
  const create = useMutation(createScreen);
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => create.mutateAsync({ body: { name: name.trim() } }),
    onSaved: (_, { name }) => {
      form.reset({ name: '' });
      toasts.show('success', t('screens.added', { name: name.trim() }));
    },
    toWords: (error) => (error.code === 'screen_name_taken' ? t('screens.taken') : toReason(t, error)),
  });
  const { name } = form.values;

  return (
    <Form form={form} className={styles.form}>
      <TextField
        label={t('screens.name')}
        description={t('screens.nameHelp')}
        value={name}
        maxLength={SCREEN_NAME_MAXIMUM}
        errorMessage={form.failure ?? undefined}
        onChange={(next) => form.change({ name: next })}
      />
      <Button type="submit" icon="plus" isPending={form.isPending} isDisabled={name.trim() === ''}>
        {t('screens.add')}
      </Button>
    </Form>
  );
}
