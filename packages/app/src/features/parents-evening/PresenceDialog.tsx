import {
  BREAKS_MAXIMUM,
  type EveningTeacher,
  type PresenceInput,
  presenceProblems,
  ROOM_MAXIMUM,
} from '@kreide/core/features/parents-evening';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Evenings.module.css';
import { planQuery, setPresence } from './evening-queries.ts';

/** Breaks as they are typed; `key` tells them apart while some are taken away. */
type Draft = Omit<PresenceInput, 'begins_at' | 'ends_at' | 'breaks'> & {
  begins_at: string;
  ends_at: string;
  breaks: (PresenceInput['breaks'][number] & { key: number })[];
};

const toDraft = ({ room, begins_at, ends_at, is_absent, is_online, breaks }: EveningTeacher): Draft => ({
  room,
  begins_at: begins_at ?? '',
  ends_at: ends_at ?? '',
  is_absent,
  is_online,
  breaks: breaks.map((one, key) => ({ ...one, key })),
});
const toInput = (draft: Draft): PresenceInput => ({
  ...draft,
  begins_at: draft.begins_at || null,
  ends_at: draft.ends_at || null,
  breaks: draft.breaks.map(({ begins_at, ends_at }) => ({ begins_at, ends_at })),
});

interface PresenceDialogProps {
  evening: string;
  known: EveningTeacher;
  onClose: () => void;
}

/** When and where a teacher is there. */
export function PresenceDialog({ evening, known, onClose }: PresenceDialogProps) {
  const { t } = useTranslation(['parents-evening', 'errors', 'shell']);
  const save = useMutation(setPresence);
  const teacher = `${known.teacher_id}`;
  const form = useForm({
    initial: () => toDraft(known),
    item: known,
    fields: ['ends_at', 'breaks'] as const,
    problems: (draft: Draft) =>
      presenceProblems(toInput(draft)).map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) })),
    send: (draft, item) =>
      save.mutateAsync({
        params: { id: evening, teacher_id: teacher },
        body: { ...toInput(draft), updated_at: item.updated_at },
      }),
    newest: async () => {
      const plan = await queries.fetchQuery({ ...planQuery(evening, teacher), staleTime: 0 });
      return { item: plan.teacher, values: toDraft(plan.teacher) };
    },
    onSaved: () => {
      toasts.show('success', t('saved'));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  const setBreak = (key: number, part: Partial<Draft['breaks'][number]>) =>
    change({ breaks: values.breaks.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  const key = 1 + Math.max(-1, ...values.breaks.map((one) => one.key));
  return (
    <FormDialog
      title={t('presence.title', { name: known.name })}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
      parts={[
        { label: t('presence.room'), show: (draft: Draft) => draft.room },
        { label: t('presence.online'), show: ({ is_online }: Draft) => (is_online ? t('online') : '') },
        { label: t('presence.absent'), show: ({ is_absent }: Draft) => (is_absent ? t('absent') : '') },
        { label: t('presence.begins'), show: (draft: Draft) => draft.begins_at },
        { label: t('presence.ends'), show: (draft: Draft) => draft.ends_at },
        {
          label: t('presence.breaks'),
          show: (draft: Draft) => draft.breaks.map((one) => `${one.begins_at}–${one.ends_at}`).join(', '),
        },
      ]}
      intro={<p className={styles.muted}>{t('presence.hint')}</p>}
    >
      <TextField
        label={t('presence.room')}
        isRequired={false}
        maxLength={ROOM_MAXIMUM}
        value={values.room}
        onChange={(room) => change({ room })}
      />
      <Checkbox isSelected={values.is_online} onChange={(is_online) => change({ is_online })}>
        {t('presence.online')}
      </Checkbox>
      <Checkbox isSelected={values.is_absent} onChange={(is_absent) => change({ is_absent })}>
        {t('presence.absent')}
      </Checkbox>
      <div className={styles.pair}>
        <TimeField
          label={t('presence.begins')}
          isRequired={false}
          value={values.begins_at}
          onChange={(begins_at) => change({ begins_at })}
        />
        <TimeField
          label={t('presence.ends')}
          isRequired={false}
          value={values.ends_at}
          errorMessage={errorOf('ends_at')}
          onChange={(ends_at) => change({ ends_at })}
        />
      </div>
      {values.breaks.map((one, at) => (
        <div key={one.key} className={styles.break}>
          <TimeField
            label={t('presence.breakFrom')}
            value={one.begins_at}
            onChange={(begins_at) => setBreak(one.key, { begins_at })}
          />
          <TimeField
            label={t('presence.breakTo')}
            value={one.ends_at}
            onChange={(ends_at) => setBreak(one.key, { ends_at })}
          />
          <IconButton
            icon="trash"
            label={t('presence.removeBreak', { number: at + 1 })}
            onPress={() => change({ breaks: values.breaks.filter((other) => other.key !== one.key) })}
          />
        </div>
      ))}
      <Problem text={errorOf('breaks')} />
      {values.breaks.length < BREAKS_MAXIMUM && (
        <div>
          <Button
            icon="plus"
            onPress={() => change({ breaks: [...values.breaks, { begins_at: '', ends_at: '', key }] })}
          >
            {t('presence.addBreak')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
