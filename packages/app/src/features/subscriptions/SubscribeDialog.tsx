import { SUBSCRIPTION_NAME_MAXIMUM } from '@kreide/core/features/subscriptions';
import { ApiError } from '@kreide/core/kernel';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { AddressList } from './AddressList.tsx';
import { NewAddress } from './NewAddress.tsx';
import styles from './Subscriptions.module.css';
import { useCreateSubscription } from './use-subscriptions.ts';

interface SubscribeDialogProps {
  /** Whose plan: the own account or a child's. */
  userId: number;
  name: string;
  onClose: () => void;
}

/** What a subscription is, a new secret address, and those that there are (D-6.01). */
export function SubscribeDialog({ userId, name, onClose }: SubscribeDialogProps) {
  const { t } = useTranslation(['subscriptions', 'shell', 'errors']);
  const [purpose, setPurpose] = useState('');
  const create = useCreateSubscription(userId);
  const problem = create.error && ApiError.from(create.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!create.isPending) create.mutate(purpose.trim());
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
            label={t('name_label')}
            description={t('name_help')}
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
