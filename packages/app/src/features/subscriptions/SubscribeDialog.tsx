import { SUBSCRIPTION_NAME_MAXIMUM } from '@kreide/core/features/subscriptions';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { getLanguage } from '../../kernel/i18n.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AddressList } from './AddressList.tsx';
import { NewAddress } from './NewAddress.tsx';
import styles from './Subscriptions.module.css';
import { createSubscription } from './use-subscriptions.ts';

interface SubscribeDialogProps {
  /** Whose plan: the user's own or a child's. */
  userId: number;
  name: string;
  onClose: () => void;
}

/** Explains subscriptions, creates a secret address and lists the existing ones (D-6.01). */
export function SubscribeDialog({ userId, name, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation(['subscriptions', 'shell', 'errors']);
  const [purpose, setPurpose] = useState('');
  const create = useMutation(createSubscription);
  const problem = create.error;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const name = purpose.trim();
    create.mutate({ body: { user_id: userId, language: getLanguage(), ...(name === '' ? {} : { name }) } });
  }
  function startAnew() {
    setPurpose('');
    create.reset();
  }
  return (
    <Dialog title={t('subscribe')} isOpen onClose={onClose} closeLabel={t('shell:close')}>
      <p className={styles.text}>{t('intro', { name })}</p>
      {create.data ? (
        <NewAddress url={create.data.url} onAnother={startAnew} />
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextField
            label={t('nameLabel')}
            description={t('nameHelp')}
            value={purpose}
            onChange={setPurpose}
            maxLength={SUBSCRIPTION_NAME_MAXIMUM}
            autoComplete="off"
            errorMessage={problem ? (problem.issues[0]?.message ?? t(`errors:${problem.code}`)) : undefined}
          />
          <Button type="submit" look="primary" icon="calendarAdd" isPending={create.isPending}>
            {t('create')}
          </Button>
        </form>
      )}
      <p role="status" className={styles.spoken}>
        {create.data ? t('made') : ''}
      </p>
      <AddressList />
    </Dialog>
  );
}
