import {
  notificationsApi,
  PUSH_TEXT_MAXIMUM,
  PUSH_TITLE_MAXIMUM,
  type SchoolDelivery,
} from '@kreide/core/features/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './SettingsScreen.module.css';

interface SendPushDialogProps {
  receiver: SchoolDelivery['user'];
  onClose: () => void;
}

const FORM = 'send-push';

/** A message of the school to one person: it stands in their notifications, their devices only say that there is one (P-7.82). */
export function SendPushDialog({ receiver, onClose }: SendPushDialogProps) {
  const { t } = useTranslation(['notifications', 'shell']);
  const { permissions } = useSelf();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [is_urgent, setUrgent] = useState(false);
  const [hasTried, setTried] = useState(false);
  const send = useMutation({
    ...mutationOf(notificationsApi.sendPush, { touches: [notificationsApi.listSchoolDeliveries] }),
    onSuccess: ({ devices }) => {
      toasts.show('success', t('sendPush.sent', { devices }));
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '') return;
    send.mutate({ params: { id: `${receiver.id}` }, body: { title: title.trim(), text: text.trim(), is_urgent } });
  }
  return (
    <Dialog
      isOpen
      title={t('sendPush.title', { name: receiver.displayname })}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <Button type="submit" form={FORM} look="primary" icon="bell" isPending={send.isPending}>
          {t('sendPush.send')}
        </Button>
      }
    >
      <form id={FORM} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={t('sendPush.subject')}
          value={title}
          onChange={setTitle}
          maxLength={PUSH_TITLE_MAXIMUM}
          isRequired
          errorMessage={hasTried && title.trim() === '' ? t('sendPush.missing') : undefined}
        />
        <TextField
          label={t('sendPush.text')}
          description={t('sendPush.about')}
          value={text}
          onChange={setText}
          maxLength={PUSH_TEXT_MAXIMUM}
        />
        {permissions.includes('send-urgent') && (
          <Checkbox isSelected={is_urgent} onChange={setUrgent}>
            {t('sendPush.urgent')}
          </Checkbox>
        )}
      </form>
    </Dialog>
  );
}
