import { ABSENCE_FILTERS, type Absence, type AbsenceOrder } from '@kreide/core/features/absences';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo, useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Table } from '../../ui/table/Table.tsx';
import type { AbsenceAct } from './AbsenceMenu.tsx';
import styles from './Absences.module.css';
import { groupsQuery, listQuery, sickListQuery } from './queries.ts';
import { useAbsenceColumns } from './use-absence-columns.tsx';
import type { SickWish } from './use-sick-wish.ts';
import { groupText, nameOf } from './words.ts';

/** What the tables of one page share: who is chosen, and whose facts are shown. */
export interface Picks {
  chosen: readonly Absence[];
  onChosen: (chosen: readonly Absence[]) => void;
  opened: Absence | null;
  onOpen: (absence: Absence) => void;
  onAct: (act: AbsenceAct, absence: Absence) => void;
  /** The facts stand beside the tables. */
  isBeside: boolean;
}

export interface SickTableProps {
  book: number;
  wish: SickWish;
  onWish: (part: Partial<SickWish>) => void;
  picks: Picks;
}

const idOf = ({ uuid }: Absence) => uuid;
/** Parents can be told of some only. */
const mayChoose = ({ can }: Absence) => isAllowed(can, 'notify-parents');
const ofGrade = ({ grade }: SickWish) => (grade === null ? {} : { grades_enrollment_id: String(grade) });

type Choosing = Pick<
  ComponentProps<typeof Table<Absence>>,
  'columns' | 'openedId' | 'chosen' | 'onChosen' | 'texts' | 'mayChoose'
>;

/** Columns and selection of a table over these rows; no boxes where nobody can be chosen. */
function useTable(picks: Picks, rows: readonly Absence[], isOrdered: boolean): Choosing {
  const { t } = useTranslation('absences');
  const { chosen, onChosen, opened, onOpen, onAct, isBeside } = picks;
  const isBrief = isBeside && opened !== null;
  const columns = useAbsenceColumns({ isOrdered, isBrief, onOpen, onAct });
  const chosenIds = useMemo(
    () => Object.fromEntries(chosen.map((absence) => [idOf(absence), true as const])),
    [chosen],
  );
  const texts = useMemo(
    () => ({
      chooseAll: t('table.chooseAll'),
      choose: (absence: Absence) => t('notify.choose', { name: nameOf(absence) }),
    }),
    [t],
  );
  const shared = { columns, openedId: isBeside ? opened && idOf(opened) : null };
  if (!rows.some(mayChoose)) return shared;
  return {
    ...shared,
    mayChoose,
    texts,
    chosen: chosenIds,
    onChosen: (ids) => {
      const known = new Map([...chosen, ...rows].map((absence) => [idOf(absence), absence]));
      onChosen(Object.keys(ids).flatMap((id) => known.get(id) ?? []));
    },
  };
}

/** What is most urgent first, with the way to all of a group (T-7.36). */
export function GroupTables({ book, wish, onWish, picks }: SickTableProps) {
  const { t } = useTranslation('absences');
  const query = useQuery(groupsQuery(book, wish.grade));
  const shared = useTable(
    picks,
    (query.data ?? []).flatMap(({ absences }) => absences),
    false,
  );
  return (
    <Loaded query={query} skeleton={{ type: 'table', label: t('list.loading') }} errorTitle={t('list.errorTitle')}>
      {(groups) =>
        groups.map(({ group, count, absences }) => (
          <section key={group} aria-label={groupText(group, t)} className={styles.section}>
            <div className={styles.sectionHead}>
              <h2>
                {groupText(group, t)} <span className={styles.muted}>{count}</span>
              </h2>
              {count > absences.length && (
                <Button look="quiet" onPress={() => onWish({ view: 'list', group, filter: 'ALL' })}>
                  {t('sick.showAll', { group: groupText(group, t) })}
                </Button>
              )}
            </div>
            {count === 0 ? (
              <p className={styles.muted}>{t('sick.noneInGroup')}</p>
            ) : (
              <Table {...shared} label={groupText(group, t)} rows={absences} idOf={idOf} total={count} />
            )}
          </section>
        ))
      }
    </Loaded>
  );
}

/** Who is absent on a day, by class and name (T-7.40). */
export function DayTable({ book, wish, onWish, picks }: SickTableProps) {
  const { t } = useTranslation('absences');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const date = wish.date ?? today;
  const query = useInfiniteQuery(sickListQuery(book, { date, ...ofGrade(wish) }));
  const shared = useTable(picks, query.data ?? [], false);
  return (
    <>
      <div className={styles.day}>
        <DatePicker
          label={t('sick.day')}
          value={date}
          onChange={(next) => onWish({ date: next || null })}
          fallback={today}
        />
      </div>
      <Paged query={query} emptyText={t('sick.nobody')} {...shared} />
    </>
  );
}

const TO_ORDER: Readonly<Record<string, AbsenceOrder>> = { '-begins': 'default' };

/** All of them, with the filters CURRENT and ALL, ordered by when they begin or by what is to be done. */
export function ListTable({ book, wish, onWish, picks }: SickTableProps) {
  const { t } = useTranslation('absences');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const { filter, order, group } = wish;
  const words = search === '' ? {} : { search };
  const query = useInfiniteQuery({
    ...listQuery(book, { filter, order, ...(group && { group }), ...words, ...ofGrade(wish) }),
    placeholderData: keepPreviousData,
  });
  const shared = useTable(picks, query.data ?? [], true);
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label={t('sick.filters.label')}
          segments={ABSENCE_FILTERS.map((key) => ({ key, label: t(`sick.filters.${key}`) }))}
          value={filter}
          onChange={(next) => onWish({ filter: next, group: null })}
        />
        <SearchField label={t('sick.search')} value={typed} onChange={setTyped} />
      </div>
      {group && (
        <div className={styles.chosen}>
          <b>{groupText(group, t)}</b>
          <Button look="quiet" icon="close" onPress={() => onWish({ group: null })}>
            {t('sick.allGroups')}
          </Button>
        </div>
      )}
      <Paged
        query={query}
        emptyText={t('sick.emptyText')}
        order={order === 'default' ? '-begins' : order}
        onOrder={(next) => onWish({ order: TO_ORDER[next] ?? (next as AbsenceOrder) })}
        {...shared}
      />
    </>
  );
}

type PagedProps = Choosing &
  Pick<ComponentProps<typeof PagedTable<Absence>>, 'query' | 'order' | 'onOrder'> & { emptyText: string };

function Paged({ emptyText, ...table }: PagedProps) {
  const { t } = useTranslation('absences');
  return (
    <PagedTable
      {...table}
      label={t('list.label')}
      idOf={idOf}
      skeleton={{ type: 'table', label: t('list.loading') }}
      errorTitle={t('list.errorTitle')}
      empty={<EmptyState icon="checkCircle" title={t('list.emptyTitle')} text={emptyText} />}
    />
  );
}
