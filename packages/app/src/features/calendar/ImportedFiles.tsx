import type { CalendarImport } from '@kreide/core/features/calendar';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './EventForm.module.css';
import { importsQuery, undoImport } from './import-queries.ts';

/** The files that were read in the last 30 days, each with a way back. */
export function ImportedFiles() {
  const { t, language } = useTranslation(['calendar', 'errors', 'shell']);
  const zone = useSelf().school.time_zone;
  const query = useQuery(importsQuery);
  const [asked, setAsked] = useState<CalendarImport | null>(null);
  const undo = useMutation({
    ...undoImport,
    onSuccess: () => {
      toasts.show('success', t('import.undone'));
      setAsked(null);
    },
    onError: (error) => toasts.show('error', toReason(t, error)),
  });
  return (
    <Loaded
      query={query}
      skeleton={{ type: 'list', items: 2, label: t('import.earlierLoading') }}
      errorTitle={t('import.earlierError')}
    >
      {(files) =>
        files.length > 0 && (
          <Card isRoomy>
            <h2>{t('import.earlier')}</h2>
            <ul className={styles.rows} aria-label={t('import.earlier')}>
              {files.map((file) => (
                <li key={file.id}>
                  <div className={styles.row}>
                    <span>
                      {file.file_name}
                      <br />
                      <span className={styles.about}>
                        {writeMoment(language, new Date(file.created_at), zone, 'medium')},{' '}
                        {file.state === 'UNDONE'
                          ? t('import.undone')
                          : t('import.applied', { added: file.added, changed: file.changed })}
                      </span>
                    </span>
                    {isAllowed(file.can, 'undo') && <Button onPress={() => setAsked(file)}>{t('import.undo')}</Button>}
                  </div>
                </li>
              ))}
            </ul>
            {asked && (
              <ConfirmDialog
                title={t('import.undoTitle', { name: asked.file_name })}
                texts={{ confirm: t('import.undo'), cancel: t('form.cancel'), close: t('shell:close') }}
                isPending={undo.isPending}
                onConfirm={() => undo.mutate({ params: { id: String(asked.id) } })}
                onClose={() => setAsked(null)}
              >
                <p>{t('import.undoText')}</p>
              </ConfirmDialog>
            )}
          </Card>
        )
      }
    </Loaded>
  );
}
