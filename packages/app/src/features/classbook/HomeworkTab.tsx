import { CLASSBOOK_PAGE, classbookApi, HOMEWORK_ORDERS, type Homework } from '@kreide/core/features/classbook';
import { isAllowed, writeDate } from '@kreide/core/kernel';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { infiniteQueryOf } from '../../kernel/data.ts';
import { PagedTable } from '../../kernel/PagedTable.tsx';
import { useAddressFilters } from '../../kernel/use-address-filters.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import type { Column } from '../../ui/table/column.ts';
import styles from './Classbook.module.css';
import { HomeworkTools, useHomeworkActs } from './HomeworkTools.tsx';
import { LessonLine } from './LessonLine.tsx';
import { ListBar } from './ListBar.tsx';
import { useList } from './use-list.ts';

const idOf = ({ id }: Homework) => `${id}`;

/** The homework of the course or class, or of one's own lessons (T-2.58): what is due next first, unless it is ordered. */
export function HomeworkTab() {
  const { t } = useTranslation('classbook');
  const { args, bar } = useList();
  const { search, change } = useAddressFilters(['order']);
  const order = HOMEWORK_ORDERS.find((one) => one === search.get('order'));
  const query = useInfiniteQuery({
    ...infiniteQueryOf(
      classbookApi.listHomeworks,
      { ...args, query: { ...args.query, ...(order && { order }) } },
      CLASSBOOK_PAGE,
    ),
    placeholderData: keepPreviousData,
  });
  const { begin, dialogs } = useHomeworkActs();
  const columns = useColumns(query.data ?? NONE, begin);
  return (
    <div className={styles.list}>
      <ListBar {...bar} />
      <PagedTable
        query={query}
        label={t('tabs.homework')}
        idOf={idOf}
        columns={columns}
        order={order ?? ''}
        onOrder={(next) => change({ order: next })}
        skeleton={{ type: 'list', label: t('list.loading') }}
        errorTitle={t('list.errorTitle')}
        headingLevel={3}
        empty={<EmptyState icon="list" title={t('list.emptyTitle')} text={t('list.emptyText')} headingLevel={3} />}
      />
      {dialogs}
    </div>
  );
}

const NONE: readonly Homework[] = [];

/** What is to be done until when, and of which lesson; whose it is where a family has several, tools where one may. */
function useColumns(
  rows: readonly Homework[],
  onAct: ReturnType<typeof useHomeworkActs>['begin'],
): readonly Column<Homework>[] {
  const { t, language } = useTranslation('classbook');
  // An answer that a device has kept may be older than the field.
  const isOfSeveral = rows.some(({ children }) => (children ?? []).length > 0);
  const isChanged = rows.some(({ can }) => isAllowed(can, 'update') || isAllowed(can, 'delete'));
  return useMemo(
    () => [
      {
        key: 'text',
        name: t('homework.text'),
        width: 'minmax(0, 4fr)',
        card: 'title',
        cell: ({ text, deleted_at }) =>
          deleted_at === null ? (
            <span className={styles.message}>{text}</span>
          ) : (
            <Tag look="danger">{t('homework.deleted')}</Tag>
          ),
      },
      {
        key: 'due',
        name: t('homework.due'),
        width: 'minmax(7rem, 1fr)',
        isOrdered: true,
        card: 'end',
        cell: ({ due_at, deleted_at }) =>
          deleted_at === null && <Tag icon="calendar">{writeDate(language, due_at, 'weekdayShort')}</Tag>,
      },
      {
        key: 'lesson',
        name: t('homework.lesson'),
        width: 'minmax(0, 3fr)',
        card: 'below',
        cell: ({ entry }) => <LessonLine entry={entry} />,
      },
      ...(isOfSeveral
        ? ([
            {
              key: 'child',
              name: t('homework.child'),
              width: 'minmax(0, 1.5fr)',
              card: 'below',
              cell: ({ children }) => (children ?? []).map(({ meta }) => meta.displayname).join(', '),
            },
          ] satisfies Column<Homework>[])
        : []),
      ...(isChanged
        ? ([
            {
              key: 'tools',
              name: t('homework.tools'),
              width: '5.5rem',
              card: 'corner',
              cell: (homework) => <HomeworkTools homework={homework} onAct={onAct} />,
            },
          ] satisfies Column<Homework>[])
        : []),
    ],
    [t, language, isOfSeveral, isChanged, onAct],
  );
}
