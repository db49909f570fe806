import type { ImportRun } from '@kreide/core/features/user-import';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './Import.module.css';

const WORK: Partial<Record<ImportRun['state'], 'run.waiting' | 'run.saving' | 'run.undoing'>> = {
  QUEUED: 'run.waiting',
  SAVING: 'run.saving',
  UNDOING: 'run.undoing',
};

/** The present task of the server. */
export function Working({ run }: { run: ImportRun }) {
  const { t } = useTranslation('user-import');
  const text = t(WORK[run.state] ?? 'run.reading');
  return (
    <Card isRoomy>
      <p>{text}</p>
      <progress className={styles.progress} max={100} value={run.progress} aria-label={text} />
    </Card>
  );
}
