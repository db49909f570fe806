import {
  type SchoolYearDraft,
  type SchoolYearState,
  schoolYearProblems,
  structureApi,
  suggestSchoolYear,
} from '@kreide/core/features/structure';
import { ApiError, addDays, toLocal } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { queries } from '../../kernel/query.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './YearsScreen.module.css';

interface YearDialogProps {
  /** The school year to change; null for a new one. */
  year: SchoolYearState | null;
  years: readonly SchoolYearState[];
  onClose: () => void;
}

type Problems = Partial<Record<keyof SchoolYearDraft, string>>;

/** First and last day of a new or changed school year; problems stand at their field. */
export function YearDialog({ year, years, onClose }: YearDialogProps) {
  const { t } = useTranslation(['structure', 'errors', 'shell']);
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const others = years.filter(({ id }) => id !== year?.id);
  const [values, setValues] = useState<SchoolYearDraft>(() => {
    const { begins_at, ends_at } = year ?? suggestSchoolYear(today, others);
    return { begins_at, ends_at };
  });
  const [problems, setProblems] = useState<Problems>({});
  /** Counts refusals: each moves the focus to the first wrong field, once that is marked. */
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const [failure, setFailure] = useState<string | null>(null);
  const options = { messages: false, touches: [structureApi.listYears] };
  const create = useMutation(mutationOf(structureApi.createYear, options));
  const update = useMutation(mutationOf(structureApi.updateYear, options));

  function show(found: Problems) {
    setProblems(found);
    if (Object.keys(found).length > 0) setTries((former) => former + 1);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = schoolYearProblems(values, others);
    setFailure(null);
    show(Object.fromEntries(found.map(({ field, rule, params }) => [field, t(`rules.${rule}`, params)])));
    if (found.length > 0) return;
    try {
      const saved = year
        ? await update.mutateAsync({ params: { id: String(year.id) }, body: values })
        : await create.mutateAsync({ body: values });
      // The frame reminds of its end.
      void queries.invalidateQueries(selfQuery);
      toasts.show('success', t(year ? 'saved' : 'added', { name: saved.name }));
      onClose();
    } catch (thrown) {
      const { issues, code } = ApiError.from(thrown);
      show(Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
      if (issues.length === 0) setFailure(t('form.failed', { reason: t(`errors:${code}`) }));
    }
  }

  const field = (name: keyof SchoolYearDraft, label: string) => (
    <DatePicker
      label={label}
      value={values[name]}
      onChange={(value) => {
        setValues((former) => ({ ...former, [name]: value }));
        setProblems((former) => ({ ...former, [name]: undefined }));
      }}
      fallback={addDays(today, 1)}
      errorMessage={problems[name]}
    />
  );
  return (
    <Dialog
      isOpen
      title={year ? t('form.titleEdit', { name: year.name }) : t('form.titleNew')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" form={formId} look="primary" isPending={create.isPending || update.isPending}>
            {t(year ? 'form.save' : 'form.create')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className={styles.words} onSubmit={submit} noValidate>
        {field('begins_at', t('form.begin'))}
        {field('ends_at', t('form.end'))}
        <p className={styles.hint}>{t(year ? 'form.hintEdit' : 'form.hint')}</p>
        <Problem text={failure} />
      </form>
    </Dialog>
  );
}
