import {
  CALENDAR_VIEWS,
  isDuplicateYear,
  newYearProblems,
  onboardingYearProblems,
  type SchoolYearDraft,
  type SchoolYearState,
  schoolYearProblems,
  structureApi,
  suggestSchoolYear,
  YEAR_DAYS,
} from '@kreide/core/features/structure';
import { addDays, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './YearsScreen.module.css';

type YearValues = SchoolYearDraft & Pick<SchoolYearState, 'calendar_view' | 'days_to_show'>;

interface YearDialogProps {
  /** The school year to change; null for a new one. */
  year: SchoolYearState | null;
  years: readonly SchoolYearState[];
  onClose: () => void;
}

/** First and last day of a new or changed school year; problems stand at their field. */
export function YearDialog({ year, years, onClose }: YearDialogProps) {
  const { t } = useTranslation(['structure', 'errors', 'shell']);
  const { school } = useSelf();
  const today = toLocal(new Date(), school.time_zone).date;
  const others = years.filter(({ id }) => id !== year?.id);
  const options = { messages: false, touches: [structureApi.listYears] };
  const create = useMutation(mutationOf(structureApi.createYear, options));
  const update = useMutation(mutationOf(structureApi.updateYear, options));
  /** Of one that there is the server says so: everybody reads that, also where nothing of it stands at a field. */
  const problemsOf = (values: SchoolYearDraft) => {
    if (year) return schoolYearProblems(values, others);
    if (isDuplicateYear(values, others)) return [];
    const outside = newYearProblems(values, suggestSchoolYear(today, others));
    return outside.length > 0 ? outside : schoolYearProblems(values, others);
  };
  const form = useForm({
    initial: (): YearValues => {
      const { begins_at, ends_at } = year ?? suggestSchoolYear(today, others);
      // A new one is as the one before it unless somebody says otherwise.
      const like = year ?? others.findLast((one) => one.begins_at < begins_at);
      return {
        begins_at,
        ends_at,
        days_to_show: like?.days_to_show ?? 5,
        calendar_view: like?.calendar_view ?? 'week',
      };
    },
    problems: (values) =>
      [...problemsOf(values), ...(school.state === 'ONBOARDING' ? onboardingYearProblems(values, today) : [])].map(
        ({ field, rule, params }) => ({
          field,
          text: t(`rules.${rule}`, params),
        }),
      ),
    send: ({ days_to_show, ...rest }) => {
      // An import may have found fewer days than anybody can choose here: they stay.
      const days = YEAR_DAYS.find((count) => count === days_to_show);
      const body = { ...rest, ...(days !== undefined && { days_to_show: days }) };
      return year ? update.mutateAsync({ params: { id: String(year.id) }, body }) : create.mutateAsync({ body });
    },
    onSaved: ({ name }) => {
      // The frame reminds of its end.
      void queries.invalidateQueries(selfQuery);
      toasts.show('success', t(year ? 'saved' : 'added', { name }));
      onClose();
    },
    onFailed: ({ issues }) => {
      const double = issues.find(({ rule }) => rule === 'sameName' || rule === 'overlaps');
      if (double && !year) toasts.show('warning', t('rules.sameName', { name: `${double.params?.name ?? ''}` }));
    },
    toWords: (error) => t('form.failed', { reason: toReason(t, error) }),
  });

  const field = (name: keyof SchoolYearDraft, label: string) => (
    <DatePicker
      label={label}
      value={form.values[name]}
      onChange={(value) => form.change({ [name]: value })}
      fallback={addDays(today, 1)}
      errorMessage={form.errorOf(name)}
    />
  );
  return (
    <FormDialog
      title={year ? t('form.titleEdit', { name: year.name }) : t('form.titleNew')}
      form={form}
      texts={{ send: t(year ? 'form.save' : 'form.create'), cancel: t('form.cancel') }}
      onClose={onClose}
    >
      {field('begins_at', t('form.begin'))}
      {field('ends_at', t('form.end'))}
      <Select
        label={t('form.days')}
        options={YEAR_DAYS.map((count) => ({ key: `${count}`, text: t(`form.days_${count}`) }))}
        value={`${form.values.days_to_show}`}
        onChange={(value) => form.change({ days_to_show: Number(value) })}
      />
      <Select
        label={t('form.view')}
        options={CALENDAR_VIEWS.map((key) => ({ key, text: t(`form.view_${key}`) }))}
        value={form.values.calendar_view}
        onChange={(calendar_view) => form.change({ calendar_view })}
      />
      <p className={styles.hint}>{t(year ? 'form.hintEdit' : 'form.hint')}</p>
    </FormDialog>
  );
}
