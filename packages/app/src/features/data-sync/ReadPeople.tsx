import { dataSyncApi, type SyncSettings } from '@kreide/core/features/data-sync';
import { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './DataSync.module.css';
import { ReadingNights } from './ReadingNights.tsx';

interface ReadPeopleProps {
  directory: string;
  settings: SyncSettings;
  params: { id: string };
  /** The page on which an import is looked at and saved. */
  next: string;
}

/** Reads the people of the directory, and goes on where an uploaded list would. */
export function ReadPeople({ directory, settings, params, next }: ReadPeopleProps) {
  const { t } = useTranslation(['data-sync', 'errors']);
  const navigate = useNavigate();
  const [reason, setReason] = useState<string | null>(null);
  const all = useMutation(mutationOf(dataSyncApi.syncAll, { messages: false }));
  const teachers = useMutation(mutationOf(dataSyncApi.syncTeachers, { messages: false }));
  const isPending = all.isPending || teachers.isPending;

  async function read(which: typeof all) {
    if (isPending) return;
    setReason(null);
    try {
      await which.mutateAsync({ params });
      await navigate(next);
    } catch (thrown) {
      setReason(toSaid(ApiError.from(thrown)));
    }
  }

  return (
    <Card isRoomy>
      <div className={styles.reading}>
        <h2>{t('directory', { name: directory })}</h2>
        <p className={styles.hint}>{t('readHint')}</p>
        <div className={styles.actions}>
          <Button look="primary" icon="download" isPending={all.isPending} onPress={() => void read(all)}>
            {t('read')}
          </Button>
          {settings.sources.some(({ type }) => type === 'TEACHER') && (
            <Button isPending={teachers.isPending} onPress={() => void read(teachers)}>
              {t('readTeachers')}
            </Button>
          )}
        </div>
        <p role="status" className={styles.hint}>
          {isPending && t('readingHint')}
        </p>
        <Problem text={reason} />
        <ReadingNights settings={settings} params={params} />
      </div>
    </Card>
  );
}
