import { type ClassbookFilter, filtersOf, toClassbookSearch } from '@kreide/core/features/classbook';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { useBookContext } from './book-context.ts';
import styles from './Classbook.module.css';

const FilterDialog = late(async () => (await import('./FilterDialog.tsx')).FilterDialog);

interface ListBarProps {
  typed: string;
  onType: (text: string) => void;
}

/** Above a list: its filters, of which a chosen one takes the place of the query (T-4.28), and a search. */
export function ListBar({ typed, onType }: ListBarProps) {
  const { t } = useTranslation('classbook');
  const { place, asked, unit } = useBookContext();
  const [, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const filters = filtersOf(place.list);
  const choose = (filter: ClassbookFilter) => {
    if (filter === 'CUSTOM') setOpen(true);
    else setSearch(toClassbookSearch(filter, { entity: unit.entity }), { replace: true });
  };
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchField label={t('search')} value={typed} onChange={onType} />
      </div>
      {filters.length > 1 && (
        <fieldset className={styles.pills} aria-label={t('filters.label')}>
          {filters.map((filter) => (
            <button
              key={filter}
              type="button"
              className={styles.pill}
              aria-pressed={asked.filter === filter}
              onClick={() => choose(filter)}
            >
              {t(`filters.${filter}`)}
            </button>
          ))}
        </fieldset>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
