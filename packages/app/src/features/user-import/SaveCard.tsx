import type { ImportRun } from '@kreide/core/features/user-import';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { EntitiesButton } from './EntitiesButton.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';

/**
 * Saves what is shown, and nothing else: when somebody has changed the school meanwhile, the new plan is shown first. Beside its
 * button is what else can be done.
 */
export function SaveCard({ run, children }: { run: ImportRun; children?: ReactNode }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const params = useOwnSchool();
  const { save } = useRunActions();
  // What was just decided makes another plan: it is seen before it is saved.
  const isDeciding = useIsMutating() > 0;
  // At the end of a comparison everybody who leaves has been confirmed.
  const isConfirmed = run.comparison !== null;
  const [archives, setArchives] = useState(isConfirmed);
  const [isMany, setIsMany] = useState(isConfirmed);
  const [accepts, setAccepts] = useState(false);
  const { counts, roles, new_classes, doubtful_classes, revision } = run;
  if (!counts || revision === null) return children && <StepFoot>{children}</StepFoot>;
  const isNothing = counts.new + counts.changed + (archives ? counts.missing : 0) === 0;
  const isDoubtful = archives && run.many_missing;
  return (
    <>
      <Card>
        <section className={styles.section} aria-label={t('save.title')}>
          <h3>{t('save.title')}</h3>
          {roles.length > 0 && (
            <p>{roles.map(({ type, people }) => t('save.role', { type: t(`types.${type}`), people })).join(' · ')}</p>
          )}
          {new_classes.length > 0 && <p>{t('save.newClasses', { classes: new_classes.join(', ') })}</p>}
          {doubtful_classes.length > 0 && (
            <Checkbox isSelected={accepts} onChange={setAccepts}>
              {t('save.acceptClasses', { classes: doubtful_classes.join(', ') })}
            </Checkbox>
          )}
          <EntitiesButton accepts={accepts} />
          {isConfirmed && <p>{t('history.counts', { ...counts, added: counts.new })}</p>}
          {counts.ambiguous > 0 && (
            <p className={styles.warning}>{t('save.ambiguous', { people: counts.ambiguous })}</p>
          )}
          {counts.missing > 0 && !isConfirmed && (
            <>
              <Checkbox isSelected={archives} onChange={setArchives}>
                {t('save.archive', { people: counts.missing })}
              </Checkbox>
              <p className={styles.hint}>{t('save.archiveHint')}</p>
            </>
          )}
          {isDoubtful && !isConfirmed && (
            <Checkbox isSelected={isMany} onChange={setIsMany}>
              {t('save.many')}
            </Checkbox>
          )}
          {isNothing && <p>{t('save.nothing')}</p>}
          <Problem text={save.error && toReason(t, save.error)} />
        </section>
      </Card>
      <StepFoot>
        {children}
        <Button
          look="primary"
          icon="checkCircle"
          isDisabled={isNothing || (isDoubtful && !isMany) || (doubtful_classes.length > 0 && !accepts)}
          isPending={isDeciding}
          onPress={() =>
            save.mutate({
              params,
              body: {
                revision,
                archive_missing: archives,
                many_missing: isDoubtful && isMany,
                ...(accepts && { accept_classes: doubtful_classes }),
              },
            })
          }
        >
          {t('save.title')}
        </Button>
      </StepFoot>
    </>
  );
}
