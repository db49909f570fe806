import { IMPORT_BYTES_MAXIMUM, IMPORT_EVENTS_MAXIMUM, type ImportTrial } from '@kreide/core/features/calendar';
import { writeSize } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './EventForm.module.css';
import { ImportedFiles } from './ImportedFiles.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { tryImport } from './import-queries.ts';

/** Events from a file: read, looked at, put into the calendar, and taken back. */
export function ImportScreen() {
  const { t, language } = useTranslation('calendar');
  const { permissions } = useSelf();
  const [trial, setTrial] = useState<ImportTrial | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const read = useMutation(tryImport);
  if (!permissions.includes('create-events')) return <EmptyState icon="lock" title={t('import.refused')} />;

  function open([file]: readonly File[]) {
    setTooLarge(file !== undefined && file.size > IMPORT_BYTES_MAXIMUM);
    if (!file || file.size > IMPORT_BYTES_MAXIMUM) return;
    read.mutate({ body: {}, files: [{ name: file.name, content: file }] }, { onSuccess: setTrial });
  }
  const size = writeSize(language, IMPORT_BYTES_MAXIMUM);
  const hint = t('import.hint', { size, events: IMPORT_EVENTS_MAXIMUM });
  const said = read.error && toSaid(read.error);
  if (trial)
    return (
      <div className={styles.page}>
        <ImportPreview key={trial.id} trial={trial} onClose={() => setTrial(null)} />
      </div>
    );
  return (
    <div className={styles.page}>
      <Card isRoomy>
        <div className={styles.form}>
          <p>{t('import.about')}</p>
          <FileDrop
            onAdd={open}
            isPending={read.isPending}
            accepted={['.ics', '.ical', '.ifb']}
            texts={{ drop: t('import.drop'), choose: t('import.choose'), hint }}
          />
          <Problem text={isTooLarge ? hint : said} />
        </div>
      </Card>
      <ImportedFiles />
    </div>
  );
}
