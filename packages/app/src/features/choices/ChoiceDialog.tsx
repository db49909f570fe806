import {
  CHOICE_TITLE_MAXIMUM,
  CHOOSERS,
  type Choice,
  choiceProblems,
  WISHES_MAXIMUM,
} from '@kreide/core/features/choices';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DateTimePicker } from '../../ui/DateTimePicker.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { choicesQuery, createChoice, updateChoice } from './choices-queries.ts';
import { type Draft, toDraft, toInput } from './draft.ts';
import { GradesField } from './GradesField.tsx';
import { OptionsField } from './OptionsField.tsx';

const COUNTS = Array.from({ length: WISHES_MAXIMUM }, (_, at) => `${at + 1}`);

/** A new choice, or one that is changed: what is offered, to whom, and until when (D-8.15). */
export function ChoiceDialog({ known, onClose }: { known: Choice | null; onClose: () => void }) {
  const { t } = useTranslation(['choices', 'errors', 'shell']);
  const zone = useSelf().school.time_zone;
  const create = useMutation(createChoice);
  const update = useMutation(updateChoice);
  async function readNewest() {
    const all = await queries.fetchQuery({ ...choicesQuery(), staleTime: 0 });
    const item = all.find(({ id }) => id === known?.id);
    if (!item) throw new Error('The choice was removed.');
    return { item, values: toDraft(item, zone, new Date()) };
  }
  const form = useForm({
    initial: () => toDraft(known, zone, new Date()),
    item: known,
    fields: ['title', 'grade_ids', 'closes_at', 'options', 'wishes_count'] as const,
    problems: (draft: Draft) =>
      choiceProblems(toInput(draft, zone)).map(({ field, rule, params }) => ({
        field,
        text: t(`rules.${rule}`, params),
      })),
    send: (draft, item) => {
      const input = toInput(draft, zone);
      return item
        ? update.mutateAsync({ params: { id: `${item.id}` }, body: { ...input, updated_at: item.updated_at } })
        : create.mutateAsync({ body: { ...input, options: input.options.map(({ id: _, ...option }) => option) } });
    },
    newest: known ? readNewest : undefined,
    onSaved: ({ title }) => {
      toasts.show('success', t('saved', { title }));
      onClose();
    },
    toWords: (error) => t('failed', { reason: toReason(t, error) }),
  });
  const { values, change, errorOf } = form;
  return (
    <FormDialog
      title={known ? t('edit', { title: known.title }) : t('form.newTitle')}
      form={form}
      texts={{ send: t('save'), cancel: t('cancel') }}
      onClose={onClose}
      parts={[
        { label: t('form.title'), show: (draft: Draft) => draft.title },
        { label: t('form.about'), show: (draft: Draft) => draft.about },
        {
          label: t('form.options'),
          show: (draft: Draft) =>
            draft.options.map((one) => `${one.title} (${one.minimum}–${one.capacity})`).join(', '),
        },
      ]}
    >
      <TextField
        label={t('form.title')}
        value={values.title}
        maxLength={CHOICE_TITLE_MAXIMUM}
        errorMessage={errorOf('title')}
        onChange={(title) => change({ title })}
      />
      <TextField label={t('form.about')} lines={2} value={values.about} onChange={(about) => change({ about })} />
      <GradesField
        value={values.grade_ids}
        errorMessage={errorOf('grade_ids')}
        onChange={(grade_ids) => change({ grade_ids })}
      />
      <DateTimePicker
        label={t('form.opens')}
        value={values.opens}
        fallback={values.opens}
        onChange={(opens) => change({ opens })}
      />
      <DateTimePicker
        label={t('form.closes')}
        value={values.closes}
        fallback={values.closes}
        errorMessage={errorOf('closes_at')}
        onChange={(closes) => change({ closes })}
      />
      <SegmentedControl
        label={t('form.who')}
        segments={CHOOSERS.map((key) => ({ key, label: t(`form.${key}`) }))}
        value={values.who}
        onChange={(who) => change({ who })}
      />
      <div>
        <p>{t('form.wishes')}</p>
        <SegmentedControl
          label={t('form.wishes')}
          segments={COUNTS.map((key) => ({ key, label: key }))}
          value={`${values.wishes_count}`}
          onChange={(count) => change({ wishes_count: Number(count) })}
        />
        <Problem text={errorOf('wishes_count')} />
      </div>
      <OptionsField
        value={values.options}
        errorMessage={errorOf('options')}
        onChange={(options) => change({ options })}
      />
    </FormDialog>
  );
}
