import { chatApi, MESSAGE_REPORT_MAXIMUM, type Message } from '@kreide/core/features/channels';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { ReportDialog as Dialog } from '../../kernel/ReportDialog.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';

/** Reports a message to those who decide about that (C-6.36). */
export function ReportDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const params = { chatId: String(message.chat_id), id: String(message.id) };
  const report = useMutation({
    ...mutationOf(chatApi.report, { messages: false }),
    onSuccess: () => {
      toasts.show('success', t('reports.sent'), { topic: 'message report' });
      onClose();
    },
  });
  return (
    <Dialog
      texts={{
        title: t('reports.dialog'),
        about: t('reports.about'),
        label: t('reports.text'),
        send: t('reports.send'),
        cancel: t('cancel'),
      }}
      maximum={MESSAGE_REPORT_MAXIMUM}
      onSend={(text) => report.mutateAsync({ params, body: { text } })}
      onClose={onClose}
    />
  );
}
