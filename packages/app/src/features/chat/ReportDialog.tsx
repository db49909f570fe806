import { chatApi, MESSAGE_REPORT_MAXIMUM, type Message } from '@kreide/core/features/channels';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Reports.module.css';

/** Reports a message to those who decide about that (C-6.36); what was written stays until it is sent. */
export function ReportDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(['chat', 'validations']);
  const formId = useId();
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const report = useMutation({
    ...mutationOf(chatApi.report, { messages: false }),
    onSuccess: () => {
      toasts.show('success', t('reports.sent'), { topic: 'message report' });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const params = { chatId: String(message.chat_id), id: String(message.id) };
    if (text.trim() !== '' && !report.isPending) report.mutate({ params, body: { text: text.trim() } });
  }
  return (
    <Dialog
      isOpen
      title={t('reports.dialog')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} look="primary" isPending={report.isPending}>
            {t('reports.send')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.report} onSubmit={submit} noValidate>
        <p>{t('reports.about')}</p>
        <TextField
          label={t('reports.text')}
          autoFocus
          maxLength={MESSAGE_REPORT_MAXIMUM}
          value={text}
          onChange={setText}
          errorMessage={hasTried && text.trim() === '' ? t('validations:messages.required') : undefined}
        />
        <Problem text={report.error?.message ?? null} />
      </form>
    </Dialog>
  );
}
