import {
  CHANGE_LISTS,
  CHANGE_PAGE,
  type ChangeLine,
  type ChangeList,
  type MoveKind,
  type UnmovedReason,
  type YearChange,
  yearChangeApi,
} from '@kreide/core/features/year-change';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import { useChangeActions, useOwnSchool } from './use-change.ts';
import styles from './YearChange.module.css';

const LOOKS: Readonly<Record<MoveKind, TagLook>> = {
  moved: 'info',
  repeats: 'plain',
  leaves: 'warning',
  newcomer: 'success',
  unmoved: 'danger',
};
const REASON_WORDS = { no_grade: 'noGrade', no_target: 'noTarget', placed: 'placed' } as const satisfies Record<
  UnmovedReason,
  string
>;

/** Everybody with the old and the new class before anything is done; the numbers above are the filter (D-3.10). */
export function PeopleList({ change }: { change: YearChange }) {
  const { t } = useTranslation('year-change');
  const params = useOwnSchool();
  const [list, setList] = useState<ChangeList | 'all'>('all');
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(text, (typed) => setSearch(typed.trim().slice(0, 100)));
  const query = { ...(list === 'all' ? {} : { list }), ...(search === '' ? {} : { search }) };
  const people = useInfiniteQuery({
    ...infiniteQueryOf(yearChangeApi.listPeople, { params, query }, CHANGE_PAGE),
    staleTime: 0,
  });
  const { counts, duplicates } = change;
  const options = CHANGE_LISTS.flatMap((key) => {
    const count = key === 'duplicate' ? duplicates : counts[key];
    return count > 0 ? [{ key, count }] : [];
  });
  const all = { key: 'all' as const, count: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  return (
    <section className={styles.people} aria-label={t('lines.label')}>
      <Lists value={list} onChange={setList} options={[all, ...options]} />
      <SearchField label={t('lines.search')} value={text} onChange={setText} onSubmit={setSearch} />
      <InfiniteList
        query={people}
        idOf={({ id }) => id}
        className={styles.lines}
        label={t('lines.label')}
        skeleton={{ type: 'list', label: t('lines.loading') }}
        errorTitle={t('lines.errorTitle')}
        empty={<EmptyState icon="search" title={t('lines.emptyTitle')} headingLevel={2} />}
      >
        {(line) => <Line line={line} />}
      </InfiniteList>
    </section>
  );
}

function Line({ line: { id, name, kind, reason, from, to, is_duplicate, is_repeater } }: { line: ChangeLine }) {
  const { t } = useTranslation(['year-change', 'errors']);
  const params = useOwnSchool();
  const { repeat } = useChangeActions();
  return (
    <div className={styles.line}>
      <div className={styles.who}>
        <Tag look={LOOKS[kind]}>{t(`kinds.${kind}`)}</Tag>
        <b>{name}</b>
        {is_duplicate && <Tag look="outline">{t('kinds.duplicate')}</Tag>}
      </div>
      <p className={styles.way}>
        <span className={styles.hint}>{from ?? t('lines.none')}</span>
        <span className={styles.arrow} role="img" aria-label={t('lines.becomes')}>
          <Icon name="arrowRight" size={16} />
        </span>
        <b>{to ?? t('lines.none')}</b>
        {reason && <span className={styles.hint}>{t(`reasons.${REASON_WORDS[reason]}`)}</span>}
      </p>
      {(kind === 'moved' || kind === 'leaves' || is_repeater) && (
        <Checkbox
          isSelected={is_repeater}
          isDisabled={repeat.isPending}
          aria-label={t('lines.repeatsOf', { name })}
          onChange={(repeats) => repeat.mutate({ params: { ...params, userId: String(id) }, body: { repeats } })}
        >
          {t('lines.repeats')}
        </Checkbox>
      )}
      <Problem text={repeat.error && toReason(t, repeat.error)} />
    </div>
  );
}

interface ListsProps {
  options: readonly { key: ChangeList | 'all'; count: number }[];
  value: ChangeList | 'all';
  onChange: (list: ChangeList | 'all') => void;
}

/** How many people of each list, one of which is shown. */
function Lists({ options, value, onChange }: ListsProps) {
  const { t, language } = useTranslation('year-change');
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t('lines.caption')} className={styles.kinds}>
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
