import type { YearChange } from '@kreide/core/features/year-change';
import { isAllowed, writeDate } from '@kreide/core/kernel';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChangeScreen } from './ChangeScreen.tsx';
import { LastChange } from './LastChange.tsx';
import { PeopleList } from './PeopleList.tsx';
import { useChangeActions } from './use-change.ts';
import styles from './YearChange.module.css';

/** Changes the school year at once, after everybody was shown and one question (T-2.101). */
export function InstantScreen() {
  const { t } = useTranslation('year-change');
  return (
    <ChangeScreen intro={t('instant.intro')}>
      {(change) => (
        <>
          <ChangeCard change={change} />
          {change.last && <LastChange last={change.last} />}
          <PeopleList change={change} />
        </>
      )}
    </ChangeScreen>
  );
}

function ChangeCard({ change }: { change: YearChange }) {
  const { t, language } = useTranslation(['year-change', 'errors', 'shell']);
  const { school } = useSelf();
  const { apply } = useChangeActions();
  const [isAsked, setIsAsked] = useState(false);
  const { counts, new_grades, archived_on, to, revision } = change;
  const name = to?.name ?? '';
  const isReady = isAllowed(change.can, 'apply');
  const confirm = () =>
    apply.mutate(
      { body: { revision } },
      {
        onSuccess: () => toasts.show('success', t('instant.done', { name })),
        onSettled: () => setIsAsked(false),
      },
    );
  return (
    <Card>
      <section className={styles.section} aria-label={t('instant.title')}>
        <h2>{t('instant.title')}</h2>
        {new_grades.length > 0 && <p>{t('instant.newGrades', { grades: new_grades.join(', ') })}</p>}
        {counts.leaves > 0 && archived_on && (
          <p>{t('instant.archived', { date: writeDate(language, archived_on, 'long') })}</p>
        )}
        {!isReady && <p className={styles.warning}>{t('validation.notReady')}</p>}
        <Problem text={apply.error && toReason(t, apply.error)} />
        <div className={styles.actions}>
          {isReady && (
            <Button look="primary" icon="checkCircle" onPress={() => setIsAsked(true)}>
              {t('instant.change')}
            </Button>
          )}
          <LinkButton href={`/management/${school.uuid}/school-year-change-validation`}>
            {t('instant.toChecks')}
          </LinkButton>
        </div>
      </section>
      {isAsked && (
        <ConfirmDialog
          title={t('instant.question', { name })}
          texts={{ confirm: t('instant.change'), cancel: t('cancel'), close: t('shell:close') }}
          look="primary"
          isPending={apply.isPending}
          onConfirm={confirm}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('last.counts', { moved: counts.moved, leaves: counts.leaves })}</p>
          <p>{t('instant.text')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
