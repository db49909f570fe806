import { classbookApi, toClassbookSearch } from '@kreide/core/features/classbook';
import { toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { AbsenceTypes } from './AbsenceTypes.tsx';
import { useBookContext } from './book-context.ts';
import styles from './Classbook.module.css';

const ANY = 'any';

/** The own choice of a list: its days, and of notices also their kind and those that are deleted (T-2.138, T-4.29). */
export function FilterDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('classbook');
  const { book, place, asked, unit, isReported } = useBookContext();
  const [, setSearch] = useSearchParams();
  const formId = useId();
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const form = useForm({
    initial: {
      from: asked.begins_at ?? '',
      to: asked.ends_at ?? '',
      category: asked.notice_categories[0] ?? ANY,
      with_deleted: asked.with_deleted,
      types: asked.absence_types,
    },
    problems: ({ from, to }) =>
      from !== '' && to !== '' && from > to ? [{ field: null, text: t('filters.order') }] : [],
    send: async ({ from, to, category, with_deleted, types }) => {
      const values = {
        entity: unit.entity,
        begins_at: from || null,
        ends_at: to || null,
        with_deleted,
        absence_types: isReported ? types : [],
        notice_categories: category === ANY ? [] : [category],
      };
      setSearch(toClassbookSearch('CUSTOM', values), { replace: true });
    },
    onSaved: onClose,
  });
  const { values, change } = form;
  const isNotices = place.list === 'notices';
  const args = { params: { id: String(book.id) } };
  const { data: categories = [] } = useQuery({
    ...queryOf(classbookApi.listNoticeCategories, args),
    enabled: isNotices,
  });

  return (
    <Dialog
      isOpen
      title={t('filters.title')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} look="primary">
            {t('filters.apply')}
          </Button>
        </>
      }
    >
      <BareForm form={form} id={formId} className={styles.form}>
        <DatePicker
          label={t('filters.from')}
          value={values.from}
          onChange={(from) => change({ from })}
          fallback={today}
          isRequired={false}
        />
        <DatePicker
          label={t('filters.to')}
          value={values.to}
          onChange={(to) => change({ to })}
          fallback={today}
          isRequired={false}
        />
        {isNotices && (
          <Select
            label={t('filters.category')}
            options={[
              { key: ANY, text: t('filters.allCategories') },
              ...categories.map(({ uuid, name }) => ({ key: uuid, text: name })),
            ]}
            value={values.category}
            onChange={(category) => change({ category })}
          />
        )}
        {isReported && <AbsenceTypes chosen={values.types} onChange={(types) => change({ types })} />}
        {(isNotices || isReported || place.list === 'homework') && (
          <Checkbox isSelected={values.with_deleted} onChange={(with_deleted) => change({ with_deleted })}>
            {t('filters.withDeleted')}
          </Checkbox>
        )}
        <Problem text={form.failure} />
      </BareForm>
    </Dialog>
  );
}
