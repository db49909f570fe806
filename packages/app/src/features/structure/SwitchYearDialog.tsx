import { type SchoolYearState, structureApi } from '@kreide/core/features/structure';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './YearsScreen.module.css';

interface SwitchYearDialogProps {
  year: SchoolYearState;
  /** The school year that is active now. */
  former: SchoolYearState | null;
  onClose: () => void;
}

/** Says what switching does, and does it. */
export function SwitchYearDialog({ year, former, onClose }: SwitchYearDialogProps) {
  const { t } = useTranslation(['structure', 'errors', 'shell']);
  const { name } = year;
  const change = useMutation(
    mutationOf(structureApi.activateYear, { messages: false, touches: [structureApi.listYears] }),
  );
  const confirm = () =>
    change.mutate(
      { body: { id: year.id } },
      {
        onSuccess: () => {
          // The frame reminds of its end.
          void queries.invalidateQueries(selfQuery);
          toasts.show('success', t('activated', { name }));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('switch.title', { name })}
      texts={{ confirm: t('switch.confirm'), cancel: t('switch.cancel'), close: t('shell:close') }}
      look="primary"
      isPending={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.words}>
        <p>{t('switch.text', { name })}</p>
        {former && <p>{t('switch.old', { name: former.name })}</p>}
        {!year.has_plan && <p className={styles.warning}>{t('switch.noPlan', { name })}</p>}
        <Problem text={change.error && t('form.failed', { reason: toReason(t, change.error) })} />
      </div>
    </ConfirmDialog>
  );
}
