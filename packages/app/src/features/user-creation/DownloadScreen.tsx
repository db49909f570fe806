import { generateApi, type LetterFormat, userImportApi } from '@kreide/core/features/user-import';
import { type ApiError, toLocal } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { saveFile } from '../../kernel/save-file.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { useProblemWords } from '../auth/index.ts';
import { StalledSave } from '../user-import/index.ts';
import styles from './UserCreation.module.css';

/** Pause between two looks at people who are being made, ms. */
const LOOK_EVERY = 700;

/** The letters as PDF and the list as a spreadsheet, as soon as everybody is made (T-2.107). */
export function DownloadScreen() {
  const { t } = useTranslation('user-creation');
  const { bulkId = '' } = useParams();
  const { school_id, school } = useSelf();
  const params = { id: String(school_id), bulkId };
  const query = useQuery({
    ...queryOf(userImportApi.getBulk, { params }, { staleTime: 0 }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'SAVING' ? LOOK_EVERY : false),
  });
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ items: 1, label: t('download.loading') }} errorTitle={t('download.errorTitle')}>
        {(bulk) => {
          const working = t('download.working', { percent: bulk.progress });
          return (
            <Card isRoomy>
              <div className={styles.form}>
                {bulk.state === 'SAVING' && (
                  <>
                    <p role="status">{working}</p>
                    <progress className={styles.progress} max={100} value={bulk.progress} aria-label={working} />
                    <StalledSave run={bulk} />
                  </>
                )}
                {bulk.state === 'SAVED' && bulk.letters && bulk.letters.open > 0 && (
                  <>
                    <div role="status">
                      <h2>{t('download.open', bulk.letters)}</h2>
                    </div>
                    <p className={styles.hint}>{t('download.text')}</p>
                    <div className={styles.actions}>
                      <Download id={bulk.id} format="pdf" />
                      <Download id={bulk.id} format="xlsx" />
                    </div>
                  </>
                )}
                {bulk.state !== 'SAVING' && !bulk.meta.pdf && <p role="status">{t('download.none')}</p>}
                <div className={styles.actions}>
                  <LinkButton look="quiet" href={`/management/${school.uuid}/user-creation-history`}>
                    {t('download.history')}
                  </LinkButton>
                </div>
              </div>
            </Card>
          );
        }}
      </Loaded>
    </div>
  );
}

function Download({ id, format }: { id: number; format: LetterFormat }) {
  const { t } = useTranslation('user-creation');
  const { school_id, school } = useSelf();
  const toWords = useProblemWords();
  const [problem, setProblem] = useState<string | null>(null);
  const day = toLocal(new Date(), school.time_zone).date;
  const download = useMutation({
    ...mutationOf(generateApi.downloadUsers, { messages: false }),
    onSuccess: (content) => saveFile(content, `${school.slink}-${day}-${id}.${format}`),
    onError: (error: ApiError) => setProblem(toWords(error)),
  });
  return (
    <>
      <Button
        look={format === 'pdf' ? 'primary' : 'secondary'}
        icon="download"
        isPending={download.isPending}
        onPress={() => {
          setProblem(null);
          download.mutate({ params: { id: String(school_id) }, query: { bulk_id: String(id), format } });
        }}
      >
        {t(format === 'pdf' ? 'download.pdf' : 'download.xls')}
      </Button>
      <Problem text={problem} />
    </>
  );
}
