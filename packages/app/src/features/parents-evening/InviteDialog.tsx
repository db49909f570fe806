import type { EveningTeacher } from '@kreide/core/features/parents-evening';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Evenings.module.css';
import { inviteParents, pupilsQuery } from './evening-queries.ts';

interface InviteDialogProps {
  evening: string;
  teacher: EveningTeacher;
  free: readonly string[];
  onClose: () => void;
}

/** Holds an appointment for the parents of a pupil. */
export function InviteDialog({ evening, teacher, free, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const { data: pupils = [], error } = useQuery(pupilsQuery(evening, `${teacher.teacher_id}`));
  const invite = useMutation(inviteParents);
  const form = useForm({
    initial: () => ({ child: '', starts_at: free[0] ?? '' }),
    problems: ({ child }) => (child === '' ? [{ field: 'child' as const, text: t('plan.pupilNeeded') }] : []),
    send: ({ child, starts_at }) =>
      invite.mutateAsync({
        params: { id: evening, teacher_id: `${teacher.teacher_id}` },
        body: { child_id: Number(child), starts_at },
      }),
    onSaved: () => {
      toasts.show('success', t('plan.inviteDone'));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  const wordsOf = ({ firstname, lastname, grade, has_parents }: (typeof pupils)[number]) => {
    const name = [`${lastname}, ${firstname}`, grade].filter(Boolean).join(', ');
    return has_parents ? name : t('plan.noParents', { name });
  };
  return (
    <FormDialog
      title={t('plan.invite')}
      form={form}
      texts={{ send: t('plan.invite'), cancel: t('cancel') }}
      intro={<p className={styles.muted}>{t('plan.inviteHint')}</p>}
      onClose={onClose}
    >
      <Select
        label={t('plan.pupil')}
        options={[
          { key: '', text: t('plan.choose') },
          ...pupils.map((one) => ({ key: `${one.id}`, text: wordsOf(one) })),
        ]}
        value={values.child}
        onChange={(child) => change({ child })}
      />
      <Problem text={error ? toReason(t, error) : errorOf('child')} />
      <Select
        label={t('plan.time')}
        options={free.map((time) => ({ key: time, text: time }))}
        value={values.starts_at}
        onChange={(starts_at) => change({ starts_at })}
      />
    </FormDialog>
  );
}
