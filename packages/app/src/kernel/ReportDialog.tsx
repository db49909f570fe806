import type { ApiError } from '@kreide/core/kernel';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Problem } from '../ui/Problem.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './ReportDialog.module.css';
import { useTranslation } from './use-translation.ts';

interface ReportDialogProps {
  texts: { title: string; about: string; label: string; send: string; cancel: string };
  /** Most characters of what is said about it. */
  maximum: number;
  /** How sending it stands. */
  report: { isPending: boolean; error: ApiError | null };
  onSend: (text: string) => void;
  onClose: () => void;
}

/** Reports what somebody wrote to those who decide about that (C-6.36); what is said stays until it is sent. */
export function ReportDialog({ texts, maximum, report, onSend, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['shell', 'validations']);
  const formId = useId();
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const isEmpty = text.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!isEmpty && !report.isPending) onSend(text.trim());
  }
  return (
    <Dialog
      isOpen
      title={texts.title}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} look="primary" isPending={report.isPending}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p>{texts.about}</p>
        <TextField
          label={texts.label}
          autoFocus
          maxLength={maximum}
          value={text}
          onChange={setText}
          errorMessage={hasTried && isEmpty ? t('validations:messages.required') : undefined}
        />
        <Problem text={report.error?.message ?? null} />
      </form>
    </Dialog>
  );
}
