import { type ImportRun, userImportApi } from '@kreide/core/features/user-import';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { useOwnSchool } from './use-run.ts';

/** The way on where nobody is at saving, or taking back, any more. */
export function StalledSave({ run }: { run: ImportRun }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const params = { ...useOwnSchool(), bulkId: String(run.id) };
  const touches = [userImportApi.status, userImportApi.getBulk, userImportApi.listBulks];
  const resume = useMutation(mutationOf(userImportApi.resumeBulk, { messages: false, touches }));
  if (!isAllowed(run.can, 'resume')) return null;
  return (
    <div className={styles.section}>
      <p className={styles.warning} role="status">
        {t(run.state === 'UNDOING' ? 'run.undoStalled' : 'run.stalled')}
      </p>
      <Problem text={resume.error && toReason(t, resume.error)} />
      <div className={styles.actions}>
        <Button icon="refresh" isPending={resume.isPending} onPress={() => resume.mutate({ params })}>
          {t('run.resume')}
        </Button>
      </div>
    </div>
  );
}
