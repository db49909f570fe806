import type { DoneChange } from '@kreide/core/features/year-change';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useChangeActions, useOwnSchool } from './use-change.ts';
import styles from './YearChange.module.css';

/** The newest change that was made, with its way back and until when there is one; why it has none any more is said in words. */
export function LastChange({ last }: { last: DoneChange }) {
  const { t, language } = useTranslation(['year-change', 'errors', 'shell']);
  const { school } = useSelf();
  const params = useOwnSchool();
  const { revert } = useChangeActions();
  const [isAsked, setIsAsked] = useState(false);
  const { from, to, counts } = last;
  const canRevert = isAllowed(last.can, 'revert');
  const until = writeMoment(language, new Date(last.revert_until), school.time_zone, 'medium');
  const undo = () =>
    revert.mutate(
      { params: { ...params, changeId: String(last.id) } },
      {
        onSuccess: () => toasts.show('success', t('last.undone', { from })),
        onSettled: () => setIsAsked(false),
      },
    );
  const { error } = revert;
  return (
    <Card>
      <section className={styles.section} aria-label={t('last.title')}>
        <h2>{t('last.title')}</h2>
        <p>
          {t('years', { from, to })} · {writeMoment(language, new Date(last.created_at), school.time_zone, 'medium')}
        </p>
        <p className={styles.hint}>{t('last.counts', { moved: counts.moved, leaves: counts.leaves })}</p>
        {last.state === 'REVERTED' ? (
          <p>{t('last.reverted')}</p>
        ) : (
          <p>{t(canRevert ? 'last.until' : 'last.over', { moment: until })}</p>
        )}
        <Problem text={error && toReason(t, error)} />
        {error && error.issues.length > 0 && (
          <ul className={styles.reasons}>
            {error.issues.map(({ rule, message }) => (
              <li key={rule}>{message}</li>
            ))}
          </ul>
        )}
        {canRevert && (
          <div className={styles.actions}>
            <Button onPress={() => setIsAsked(true)}>{t('last.undo')}</Button>
          </div>
        )}
      </section>
      {isAsked && (
        <ConfirmDialog
          title={t('last.undo')}
          texts={{ confirm: t('last.undo'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={revert.isPending}
          onConfirm={undo}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('last.undoText', { from })}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
