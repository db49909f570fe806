import { SCREEN_NAME_MAXIMUM } from '@kreide/core/features/monitor';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Screens.module.css';
import { createScreen } from './use-screens.ts';

/** Makes an address for another screen. */
export function NewScreen() {
  const { t } = useTranslation(['schools', 'errors']);
  const [name, setName] = useState('');
  const create = useMutation(createScreen);
  const isTaken = create.error?.code === 'conflict';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || create.isPending) return;
    create.mutate(
      { body: { name: name.trim() } },
      {
        onSuccess: () => {
          setName('');
          toasts.show('success', t('screens.added', { name: name.trim() }));
        },
      },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('screens.name')}
        description={t('screens.nameHelp')}
        value={name}
        maxLength={SCREEN_NAME_MAXIMUM}
        errorMessage={create.error ? (isTaken ? t('screens.taken') : t(`errors:${create.error.code}`)) : undefined}
        onChange={(value) => {
          setName(value);
          create.reset();
        }}
      />
      <Button type="submit" icon="plus" isPending={create.isPending} isDisabled={name.trim() === ''}>
        {t('screens.add')}
      </Button>
    </form>
  );
}
