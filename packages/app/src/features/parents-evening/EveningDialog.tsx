import {
  EVENING_MODES,
  EVENING_NAME_MAXIMUM,
  type Evening,
  eveningProblems,
  MAXIMUM_OF,
} from '@kreide/core/features/parents-evening';
import { writeDate } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { DateTimePicker } from '../../ui/DateTimePicker.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeField } from '../../ui/TimeField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { beginOf, type Draft, toDraft, toInput } from './draft.ts';
import styles from './Evenings.module.css';
import { createEvening, eveningsQuery, updateEvening } from './evening-queries.ts';

/** A new evening, or one that is changed: when it is, how long an appointment takes, and until when parents book. */
export function EveningDialog({ known, onClose }: { known: Evening | null; onClose: () => void }) {
  const { t, language } = useTranslation(['parents-evening', 'errors', 'shell']);
  const sayMoment = ({ date, time }: Draft['opens']) => `${writeDate(language, date, 'long')}, ${time}`;
  const zone = useSelf().school.time_zone;
  const create = useMutation(createEvening);
  const update = useMutation(updateEvening);
  async function readNewest() {
    const all = await queries.fetchQuery({ ...eveningsQuery(), staleTime: 0 });
    const item = all.find(({ id }) => id === known?.id);
    if (!item) throw new Error('The evening was removed.');
    return { item, values: toDraft(item, zone, new Date()) };
  }
  const form = useForm({
    initial: () => toDraft(known, zone, new Date()),
    item: known,
    fields: ['name', 'ends_at', 'slot_minutes', 'walking_minutes', 'maximum', 'closes_at'] as const,
    problems: (draft: Draft) =>
      eveningProblems(toInput(draft, zone), beginOf(draft, zone)).map(({ field, rule, params }) => ({
        field,
        text: t(`rules.${rule}`, params),
      })),
    send: (draft, item) => {
      const body = toInput(draft, zone);
      return item
        ? update.mutateAsync({ params: { id: `${item.id}` }, body: { ...body, updated_at: item.updated_at } })
        : create.mutateAsync({ body });
    },
    newest: known ? readNewest : undefined,
    onSaved: () => {
      toasts.show('success', t('saved'));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  // Once the wishes are appointments, the same times say when families book what is left.
  const isWished = values.mode === 'wishes' && !known?.allocated_at;
  const opensText = t(isWished ? 'form.wishOpens' : 'form.opens');
  const closesText = t(isWished ? 'form.wishCloses' : 'form.closes');
  const number = (field: 'slot' | 'walking' | 'maximum', problem: 'slot_minutes' | 'walking_minutes' | 'maximum') => (
    <TextField
      label={t(`form.${field}`)}
      inputMode="numeric"
      maxLength={3}
      value={values[field]}
      errorMessage={errorOf(problem)}
      onChange={(text) => change({ [field]: text })}
    />
  );
  return (
    <FormDialog
      title={known ? t('edit', { name: known.name }) : t('form.newTitle')}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
      parts={[
        { label: t('form.name'), show: (draft: Draft) => draft.name },
        { label: t('form.note'), show: (draft: Draft) => draft.note },
        {
          label: t('form.date'),
          show: ({ date, begins_at, ends_at }: Draft) =>
            `${writeDate(language, date, 'long')}, ${begins_at}–${ends_at}`,
        },
        { label: t('form.slot'), show: ({ slot }: Draft) => slot },
        { label: t('form.walking'), show: ({ walking }: Draft) => walking },
        {
          label: t('form.maximum'),
          show: ({ maximum, maximum_of }: Draft) => `${maximum} ${t(`form.${maximum_of}`)}`,
        },
        { label: t('form.mode'), show: ({ mode }: Draft) => t(`form.${mode}`) },
        { label: opensText, show: ({ opens }: Draft) => sayMoment(opens) },
        { label: closesText, show: ({ closes }: Draft) => sayMoment(closes) },
      ]}
    >
      <TextField
        label={t('form.name')}
        value={values.name}
        maxLength={EVENING_NAME_MAXIMUM}
        errorMessage={errorOf('name')}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={t('form.note')}
        lines={2}
        isRequired={false}
        value={values.note}
        onChange={(note) => change({ note })}
      />
      <DatePicker
        label={t('form.date')}
        value={values.date}
        fallback={values.date}
        onChange={(date) => change({ date })}
      />
      <div className={styles.pair}>
        <TimeField label={t('form.begins')} value={values.begins_at} onChange={(begins_at) => change({ begins_at })} />
        <TimeField
          label={t('form.ends')}
          value={values.ends_at}
          errorMessage={errorOf('ends_at')}
          onChange={(ends_at) => change({ ends_at })}
        />
      </div>
      <div className={styles.pair}>
        {number('slot', 'slot_minutes')}
        {number('walking', 'walking_minutes')}
      </div>
      <div className={styles.pair}>
        {number('maximum', 'maximum')}
        <div>
          <p className={styles.label}>{t('form.maximumOf')}</p>
          <SegmentedControl
            label={t('form.maximumOf')}
            segments={MAXIMUM_OF.map((key) => ({ key, label: t(`form.${key}`) }))}
            value={values.maximum_of}
            onChange={(maximum_of) => change({ maximum_of })}
          />
        </div>
      </div>
      <div>
        <p className={styles.label}>{t('form.mode')}</p>
        <SegmentedControl
          label={t('form.mode')}
          segments={EVENING_MODES.map((key) => ({ key, label: t(`form.${key}`) }))}
          value={values.mode}
          onChange={(mode) => change({ mode })}
        />
      </div>
      <DateTimePicker
        label={opensText}
        value={values.opens}
        fallback={values.opens}
        onChange={(opens) => change({ opens })}
      />
      <DateTimePicker
        label={closesText}
        value={values.closes}
        fallback={values.closes}
        errorMessage={errorOf('closes_at')}
        onChange={(closes) => change({ closes })}
      />
    </FormDialog>
  );
}
