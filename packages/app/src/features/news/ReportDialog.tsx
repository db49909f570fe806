import { type NewsItem, newsApi, REPORT_MAXIMUM } from '@kreide/core/features/news';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './NewsPages.module.css';

/** Reports an item to the administration of the school (C-6.36); what was written stays until it is sent. */
export function ReportDialog({ item: { id, title }, onClose }: { item: NewsItem; onClose: () => void }) {
  const { t } = useTranslation(['news', 'shell', 'validations']);
  const formId = useId();
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const report = useMutation({
    ...mutationOf(newsApi.report, { messages: false }),
    onSuccess: () => {
      toasts.show('success', t('report.sent'), { topic: 'news report' });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (text.trim() !== '' && !report.isPending)
      report.mutate({ params: { id: String(id) }, body: { text: text.trim() } });
  }
  return (
    <Dialog
      isOpen
      title={t('menu.report')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" isPending={report.isPending}>
            {t('report.send')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.list} onSubmit={submit} noValidate>
        <p>{t('report.about', { title })}</p>
        <TextField
          label={t('report.text')}
          autoFocus
          maxLength={REPORT_MAXIMUM}
          value={text}
          onChange={setText}
          errorMessage={hasTried && text.trim() === '' ? t('validations:messages.required') : undefined}
        />
        <Problem text={report.error?.message ?? null} />
      </form>
    </Dialog>
  );
}
