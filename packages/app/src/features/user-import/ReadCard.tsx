import { type ImportRun, userImportApi } from '@kreide/core/features/user-import';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { saveFile } from '../../kernel/save-file.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { ColumnMapping } from './ColumnMapping.tsx';
import styles from './Import.module.css';
import { Proposals } from './Proposals.tsx';
import { useOwnSchool } from './use-run.ts';
import { useWords } from './use-words.ts';

interface ReadCardProps {
  run: ImportRun;
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  onCreated: (run: ImportRun) => void;
}

/** How the lists were read, what was left out and why, and the way to read them otherwise. */
export function ReadCard({ run, files, onFiles, onCreated }: ReadCardProps) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { describe } = useWords();
  const params = useOwnSchool();
  // The program that was chosen for lists that are to be chosen again.
  const [mapping, setMapping] = useState<{ preset: string | null } | null>(null);
  const download = useMutation({
    ...mutationOf(userImportApi.listRejected, { messages: false }),
    onSuccess: (content) => saveFile(content, `${run.files[0]?.name.replace(/\.[^.]*$/, '') ?? 'kreide'}-rejected.csv`),
  });
  return (
    <Card>
      <section className={styles.section} aria-label={t('read.title')}>
        <h3>{t('read.title')}</h3>
        <ul className={styles.rows}>
          {run.tables.map((table) => (
            <li key={`${table.file} ${table.sheet}`}>
              <b>{[table.file, table.sheet].filter(Boolean).join(' / ')}</b>
              <span>{describe(table)}</span>
            </li>
          ))}
        </ul>
        <Proposals run={run} files={files} onCreated={onCreated} onChoose={(preset) => setMapping({ preset })} />
        {run.notes.length > 0 && (
          <>
            <h4>{t('read.notes')}</h4>
            <ul className={styles.notes}>
              {run.notes.map(({ code, text }) => (
                <li key={`${code} ${text}`}>{text}</li>
              ))}
            </ul>
          </>
        )}
        {(run.counts?.rejected ?? 0) > 0 && (
          <>
            <p className={styles.hint}>{t('read.errorHint')}</p>
            <div className={styles.actions}>
              <Button icon="download" isPending={download.isPending} onPress={() => download.mutate({ params })}>
                {t('read.errorFile')}
              </Button>
            </div>
            <Problem text={download.error && toReason(t, download.error)} />
          </>
        )}
        {run.comparison?.type === 'data-sync' ? null : mapping ? (
          <ColumnMapping
            key={mapping.preset}
            run={run}
            preset={mapping.preset}
            files={files}
            onFiles={onFiles}
            onCreated={onCreated}
          />
        ) : (
          <div className={styles.actions}>
            <Button icon="edit" onPress={() => setMapping({ preset: run.profile.preset })}>
              {t('read.change')}
            </Button>
          </div>
        )}
      </section>
    </Card>
  );
}
