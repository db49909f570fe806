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

type Draft = Omit<PresenceInput, 'begins_at' | 'ends_at'> & { begins_at: string; ends_at: string };

const toDraft = ({ room, begins_at, ends_at, is_absent, is_online, breaks }: EveningTeacher): Draft => ({
  room,
  begins_at: begins_at ?? '',
  ends_at: ends_at ?? '',
  is_absent,
  is_online,
  breaks,
});
const toInput = (draft: Draft): PresenceInput => ({
  ...draft,
  begins_at: draft.begins_at || null,
  ends_at: draft.ends_at || null,
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
  const setBreak = (at: number, part: Partial<Draft['breaks'][number]>) =>
    change({ breaks: values.breaks.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <FormDialog
      title={t('presence.title', { name: known.name })}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
      parts={[
        { label: t('presence.room'), show: (draft: Draft) => draft.room },
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a break has nothing else that names it, and none changes its place.
        <div key={at} className={styles.break}>
          <TimeField
            label={t('presence.breakFrom')}
            value={one.begins_at}
            onChange={(begins_at) => setBreak(at, { begins_at })}
          />
          <TimeField
            label={t('presence.breakTo')}
            value={one.ends_at}
            onChange={(ends_at) => setBreak(at, { ends_at })}
          />
          <IconButton
            icon="trash"
            label={t('presence.removeBreak', { number: at + 1 })}
            onPress={() => change({ breaks: values.breaks.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <Problem text={errorOf('breaks')} />
      {values.breaks.length < BREAKS_MAXIMUM && (
        <div>
          <Button icon="plus" onPress={() => change({ breaks: [...values.breaks, { begins_at: '', ends_at: '' }] })}>
            {t('presence.addBreak')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
