import {
  notificationsApi,
  PUSH_TEXT_MAXIMUM,
  PUSH_TITLE_MAXIMUM,
  type SchoolDelivery,
} from '@kreide/core/features/notifications';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';

interface SendPushDialogProps {
  receiver: SchoolDelivery['user'];
  onClose: () => void;
}

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
    <FormDialog
      title={t('sendPush.title', { name: receiver.displayname })}
      form={form}
      texts={{ send: t('sendPush.send'), cancel: t('sendPush.cancel') }}
      icon="bell"
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
