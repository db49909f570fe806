import {
  IMPORT_PAGE,
  type ImportRun,
  LINE_KINDS,
  type LineKind,
  userImportApi,
} from '@kreide/core/features/user-import';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Import.module.css';
import { PersonLine } from './PersonLine.tsx';
import { useOwnSchool } from './use-run.ts';

type Kind = LineKind | 'all';

/** Everybody of the plan, or of some kinds, with what becomes of them; the numbers above are the filter. */
export function PeopleList({ run, kinds }: { run: ImportRun; kinds?: readonly [LineKind, ...LineKind[]] }) {
  const { t } = useTranslation('user-import');
  const params = useOwnSchool();
  const [kind, setKind] = useState<Kind>(kinds?.[0] ?? 'all');
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(text, (typed) => setSearch(typed.trim().slice(0, 100)));
  const query = { ...(kind === 'all' ? {} : { kind }), ...(search === '' ? {} : { search }) };
  const list = useInfiniteQuery({
    ...infiniteQueryOf(userImportApi.search, { params, query }, IMPORT_PAGE),
    staleTime: 0,
  });
  const countOf = (key: LineKind) => ({ key, count: run.counts?.[key] ?? 0 });
  const counts = (kinds ?? LINE_KINDS).map(countOf);
  const all = { key: 'all' as const, count: counts.reduce((sum, { count }) => sum + count, 0) };
  return (
    <section className={styles.people} aria-label={t('lines.label')}>
      <Kinds
        value={kind}
        onChange={setKind}
        options={kinds ? counts : [all, ...counts.filter(({ count }) => count > 0)]}
      />
      <SearchField label={t('lines.search')} value={text} onChange={setText} onSubmit={setSearch} />
      <InfiniteList
        query={list}
        idOf={({ id }) => id}
        className={styles.lines}
        label={t('lines.label')}
        skeleton={{ type: 'list', label: t('lines.loading') }}
        errorTitle={t('lines.errorTitle')}
        empty={<EmptyState icon="search" title={t('lines.emptyTitle')} text={t('lines.emptyText')} headingLevel={3} />}
      >
        {(line) => <PersonLine line={line} />}
      </InfiniteList>
    </section>
  );
}

interface KindsProps {
  options: readonly { key: Kind; count: number }[];
  value: Kind;
  onChange: (kind: Kind) => void;
}

/** How many people of each kind, one of which is shown. */
function Kinds({ options, value, onChange }: KindsProps) {
  const { t, language } = useTranslation('user-import');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('run.caption')} className={styles.kinds}>
      {options.map(({ key, count }) => (
        <label key={key} className={styles.kind} data-selected={key === value || undefined}>
          <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
          <b>{count.toLocaleString(language)}</b>
          <span>{t(`kinds.${key}`)}</span>
        </label>
      ))}
    </div>
  );
}
