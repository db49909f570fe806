import {
  notificationsApi,
  PUSH_TEXT_MAXIMUM,
  PUSH_TITLE_MAXIMUM,
  type SchoolDelivery,
} from '@kreide/core/features/notifications';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { Form } from '../../kernel/form/Form.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const push = useMutation(mutationOf(notificationsApi.sendPush, { touches: [notificationsApi.listSchoolDeliveries] }));
  const form = useForm({
    initial: { title: '', text: '', is_urgent: false },
    problems: ({ title, text }) => blankProblems({ title, text }, { title: t('sendPush.missing') }),
    send: ({ title, text, is_urgent }) =>
      push.mutateAsync({
        params: { id: `${receiver.id}` },
        body: { title: title.trim(), text: text.trim(), is_urgent },
      }),
    onSaved: ({ devices }) => {
      toasts.show('success', t('sendPush.sent', { devices }));
      onClose();
    },
  });
  const { values, change } = form;
  return (
    <Dialog
      isOpen
      title={t('sendPush.title', { name: receiver.displayname })}
      onClose={() => form.leave(onClose)}
      closeLabel={t('shell:close')}
      actions={
        <Button type="submit" form={FORM} look="primary" icon="bell" isPending={form.isPending}>
          {t('sendPush.send')}
        </Button>
      }
    >
      <Form form={form} id={FORM} className={styles.form} isDialog>
        <TextField
          label={t('sendPush.subject')}
          value={values.title}
          onChange={(title) => change({ title })}
          maxLength={PUSH_TITLE_MAXIMUM}
          isRequired
          errorMessage={form.errorOf('title')}
        />
        <TextField
          label={t('sendPush.text')}
          description={t('sendPush.about')}
          value={values.text}
          onChange={(text) => change({ text })}
          maxLength={PUSH_TEXT_MAXIMUM}
        />
        {permissions.includes('send-urgent') && (
          <Checkbox isSelected={values.is_urgent} onChange={(is_urgent) => change({ is_urgent })}>
            {t('sendPush.urgent')}
          </Checkbox>
        )}
      </Form>
    </Dialog>
  );
}
