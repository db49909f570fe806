import type { ImportRun } from '@kreide/core/features/user-import';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';

/** Says once that an office has numbered its people anew, and takes all new ids in one decision, which can be taken back. */
export function Renumbered({ run }: { run: ImportRun }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const params = useOwnSchool();
  const { takeNewIds } = useRunActions();
  const { renumbered } = run;
  if (!renumbered) return null;
  const isTaken = renumbered.taken === renumbered.people;
  return (
    <Card>
      <section className={styles.section} aria-label={t('renumbered.title')}>
        <h3>{t('renumbered.title')}</h3>
        <p className={styles.warning}>{t('renumbered.text', renumbered)}</p>
        <p role="status">{t(isTaken ? 'renumbered.taken' : 'renumbered.hint', renumbered)}</p>
        <Problem text={takeNewIds.error && toReason(t, takeNewIds.error)} />
        <div className={styles.actions}>
          <Button
            icon={isTaken ? 'refresh' : 'checkCircle'}
            isPending={takeNewIds.isPending}
            onPress={() => takeNewIds.mutate({ params, body: { is_taken: !isTaken } })}
          >
            {t(isTaken ? 'renumbered.leave' : 'renumbered.take', renumbered)}
          </Button>
        </div>
      </section>
    </Card>
  );
}
