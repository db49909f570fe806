import { SCREEN_NAME_MAXIMUM, type Screen } from '@kreide/core/features/monitor';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Screens.module.css';
import { updateScreen } from './use-screens.ts';

/** Another name for a screen; its addresses stay. */
export function RenameScreen({ screen, onClose }: { screen: Screen; onClose: () => void }) {
  const { t } = useTranslation(['schools', 'errors']);
  const [name, setName] = useState(screen.name);
  const update = useMutation(updateScreen);
  const { error } = update;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || update.isPending) return;
    update.mutate({ params: { uuid: screen.uuid }, body: { name: name.trim() } }, { onSuccess: onClose });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        autoFocus
        label={t('screens.name')}
        value={name}
        maxLength={SCREEN_NAME_MAXIMUM}
        errorMessage={error ? (error.code === 'conflict' ? t('screens.taken') : t(`errors:${error.code}`)) : undefined}
        onChange={(value) => {
          setName(value);
          update.reset();
        }}
      />
      <div className={styles.buttons}>
        <Button onPress={onClose}>{t('screens.keep')}</Button>
        <Button type="submit" look="primary" isPending={update.isPending} isDisabled={name.trim() === ''}>
          {t('screens.save')}
        </Button>
      </div>
    </form>
  );
}
