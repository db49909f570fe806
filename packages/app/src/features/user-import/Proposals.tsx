import { findPreset, type ImportRun } from '@kreide/core/features/user-import';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import styles from './Import.module.css';
import { useReadAgain } from './use-read-again.ts';

interface ProposalsProps {
  run: ImportRun;
  files: readonly File[];
  onCreated: (run: ImportRun) => void;
  /** The lists are no longer here: they are to be chosen again. */
  onChoose: (preset: string) => void;
}

/** Programs that the lists may come from, with what speaks for each. Nothing is read by one before it is chosen, unless a set is certain. */
export function Proposals({ run, files, onCreated, onChoose }: ProposalsProps) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { readAgain, missing, isPending, error } = useReadAgain({ run, files, onCreated });
  const { profile, proposals, notes } = run;
  // What the lists say themselves counts before what somebody said of other ones.
  const isOther = notes.some(({ code }) => code === 'preset_unfit' || code === 'preset_recognised');
  const chosen = isOther ? null : findPreset(profile.preset);
  if (chosen) return <p>{t('read.byPreset', { name: chosen.name })}</p>;
  if (proposals.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('read.proposals')}>
      <h4>{t('read.proposals')}</h4>
      <p className={styles.hint}>{t('read.proposalHint')}</p>
      <ul className={styles.list}>
        {proposals.map(({ preset, name, text }) => (
          <li key={preset} className={styles.proposal}>
            <p>{text}</p>
            <div className={styles.actions}>
              <Button
                icon="refresh"
                isPending={isPending}
                onPress={() => (missing.length > 0 ? onChoose(preset) : readAgain({ ...profile, preset }))}
              >
                {t('read.useProposal', { name })}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Problem text={error && toReason(t, error)} />
    </section>
  );
}
