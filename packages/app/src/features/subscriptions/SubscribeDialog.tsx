import { SUBSCRIPTION_NAME_MAXIMUM } from '@kreide/core/features/subscriptions';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const { t } = useTranslation(['subscriptions', 'shell']);
  const [made, setMade] = useState<{ url: string } | null>(null);
  const create = useMutation(createSubscription);
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => {
      const purpose = name.trim();
      const body = { user_id: userId, language: getLanguage(), ...(purpose === '' ? {} : { name: purpose }) };
      return create.mutateAsync({ body });
    },
    onSaved: (subscription) => {
      setMade(subscription);
      form.reset({ name: '' });
    },
  });
  return (
    <Dialog title={t('subscribe')} isOpen onClose={() => form.leave(onClose)} closeLabel={t('shell:close')}>
      <p className={styles.text}>{t('intro', { name })}</p>
      {made ? (
        <NewAddress url={made.url} onAnother={() => setMade(null)} />
      ) : (
        <Form form={form} className={styles.form} isDialog>
          <TextField
            label={t('nameLabel')}
            description={t('nameHelp')}
            value={form.values.name}
            onChange={(purpose) => form.change({ name: purpose })}
            maxLength={SUBSCRIPTION_NAME_MAXIMUM}
            autoComplete="off"
            errorMessage={form.errorOf('name') ?? form.failure ?? undefined}
          />
          <Button type="submit" look="primary" icon="calendarAdd" isPending={form.isPending}>
            {t('create')}
          </Button>
        </Form>
      )}
      <p role="status" className={styles.text}>
        {made ? t('made') : ''}
      </p>
      <AddressList />
    </Dialog>
  );
}
