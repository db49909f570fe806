import { classbookApi, toClassbookSearch } from '@kreide/core/features/classbook';
import { toLocal } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
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
  const form = useId();
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const [from, setFrom] = useState(asked.begins_at ?? '');
  const [to, setTo] = useState(asked.ends_at ?? '');
  const [category, setCategory] = useState(asked.notice_categories[0] ?? ANY);
  const [withDeleted, setWithDeleted] = useState(asked.with_deleted);
  const [problem, setProblem] = useState<string | null>(null);
  const [types, setTypes] = useState(asked.absence_types);
  const isNotices = place.list === 'notices';
  const args = { params: { id: String(book.id) } };
  const { data: categories = [] } = useQuery({
    ...queryOf(classbookApi.listNoticeCategories, args),
    enabled: isNotices,
  });

  function apply(event: FormEvent) {
    event.preventDefault();
    if (from !== '' && to !== '' && from > to) return setProblem(t('filters.order'));
    const values = {
      entity: unit.entity,
      begins_at: from || null,
      ends_at: to || null,
      with_deleted: withDeleted,
      absence_types: isReported ? types : [],
      notice_categories: category === ANY ? [] : [category],
    };
    setSearch(toClassbookSearch('CUSTOM', values), { replace: true });
    onClose();
  }

  return (
    <Dialog
      isOpen
      title={t('filters.title')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} look="primary">
            {t('filters.apply')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={apply} noValidate>
        <DatePicker label={t('filters.from')} value={from} onChange={setFrom} fallback={today} isRequired={false} />
        <DatePicker label={t('filters.to')} value={to} onChange={setTo} fallback={today} isRequired={false} />
        {isNotices && (
          <Select
            label={t('filters.category')}
            options={[
              { key: ANY, text: t('filters.allCategories') },
              ...categories.map(({ uuid, name }) => ({ key: uuid, text: name })),
            ]}
            value={category}
            onChange={setCategory}
          />
        )}
        {isReported && <AbsenceTypes chosen={types} onChange={setTypes} />}
        {(isNotices || isReported || place.list === 'homework') && (
          <Checkbox isSelected={withDeleted} onChange={setWithDeleted}>
            {t('filters.withDeleted')}
          </Checkbox>
        )}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
