import { type PlanInForce, type PlanVersion, publishProblem, suggestPublishDay } from '@kreide/core/features/planner';
import { writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Planner.module.css';
import { publishVersion } from './planner-queries.ts';

interface PublishDialogProps {
  version: PlanVersion;
  inForce: PlanInForce | null;
  /** In the school's zone. */
  today: string;
  onClose: () => void;
}

/** Asks from which day on a version is in force, and publishes what is on screen: nothing that came meanwhile. */
export function PublishDialog({ version, inForce, today, onClose }: PublishDialogProps) {
  const { t, language } = useTranslation(['planner', 'shell']);
  const publish = useMutation(publishVersion);
  const { uuid, number, revision, school_year } = version;
  const suggested = suggestPublishDay(school_year, today);
  const form = useForm({
    initial: () => ({ from: suggested }),
    problems: ({ from }) => {
      const rule = publishProblem(from, school_year, today);
      return rule ? [{ field: 'from', text: t(`rules.${rule}`) }] : [];
    },
    send: ({ from }) =>
      publish.mutateAsync({ body: { version_uuid: uuid, revision, in_force: inForce?.uuid ?? null, from } }),
    onSaved: ({ published }) => {
      toasts.show('success', t('publishedToast', { date: writeDate(language, published?.from ?? today, 'long') }));
      onClose();
    },
    toWords: toSaid,
  });
  return (
    <FormDialog
      title={t('publishForm.title', { number })}
      form={form}
      texts={{ send: t('publish'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <p>{t('publishForm.text')}</p>
      {version.is_overtaken && <p className={styles.warning}>{t('overtaken')}</p>}
      <DatePicker
        label={t('publishForm.from')}
        value={form.values.from}
        onChange={(from) => form.change({ from })}
        fallback={suggested}
        errorMessage={form.errorOf('from')}
      />
    </FormDialog>
  );
}
