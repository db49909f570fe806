import { ABSENCE_FILTERS, ABSENCE_ORDERS, type Absence } from '@kreide/core/features/absences';
import { isAllowed, toLocal } from '@kreide/core/kernel';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { AbsenceCard } from './AbsenceCard.tsx';
import { AbsenceList } from './AbsenceList.tsx';
import styles from './Absences.module.css';
import { groupsQuery, listQuery, sickListQuery } from './queries.ts';
import { SICK_VIEWS, type SickView, type SickWish, useSickWish } from './use-sick-wish.ts';
import { groupText, nameOf } from './words.ts';

const NotifyDialog = late(async () => (await import('./NotifyDialog.tsx')).NotifyDialog);

interface SickListProps {
  book: number;
  grades: readonly { id: number; shortcut: string }[];
}

interface ViewProps extends Pick<SickListProps, 'book'> {
  wish: SickWish;
  onWish: (part: Partial<SickWish>) => void;
  choiceOf: (absence: Absence) => React.ReactNode;
}

const ALL = 'all';

/** The absences of a school: in groups by what is to be done, on one day, or all of them; parents of several are told at once. */
export function SickList({ book, grades }: SickListProps) {
  const { t } = useTranslation('absences');
  const [wish, onWish] = useSickWish();
  const [chosen, setChosen] = useState<readonly Absence[]>([]);
  const [isTelling, setTelling] = useState(false);
  const isChosen = ({ uuid }: Absence) => chosen.some((one) => one.uuid === uuid);
  const choiceOf = (absence: Absence) =>
    isAllowed(absence.can, 'notify-parents') && (
      <Checkbox
        aria-label={t('notify.choose', { name: nameOf(absence) })}
        isSelected={isChosen(absence)}
        onChange={(isOn) => setChosen(isOn ? [...chosen, absence] : chosen.filter(({ uuid }) => uuid !== absence.uuid))}
      >
        {null}
      </Checkbox>
    );
  const parts = { book, wish, onWish, choiceOf };
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label={t('sick.views.label')}
          segments={SICK_VIEWS.map((key: SickView) => ({ key, label: t(`sick.views.${key}`) }))}
          value={wish.view}
          onChange={(view) => onWish({ view })}
        />
        {grades.length > 0 && (
          <Select
            label={t('sick.grade')}
            options={[
              { key: ALL, text: t('sick.allGrades') },
              ...grades.map(({ id, shortcut }) => ({ key: String(id), text: shortcut })),
            ]}
            value={wish.grade === null ? ALL : String(wish.grade)}
            onChange={(key) => onWish({ grade: key === ALL ? null : Number(key) })}
          />
        )}
      </div>
      {wish.view === 'groups' && <GroupsView {...parts} />}
      {wish.view === 'day' && <DayView {...parts} />}
      {wish.view === 'list' && <ListView {...parts} />}
      {chosen.length > 0 && (
        <div className={styles.chosenBar}>
          <Button onPress={() => setChosen([])}>{t('notify.none')}</Button>
          <Button look="primary" icon="bell" onPress={() => setTelling(true)}>
            {t('notify.several', { number: chosen.length })}
          </Button>
        </div>
      )}
      {isTelling && (
        <Suspense fallback={null}>
          <NotifyDialog book={book} absences={chosen} onClose={() => setTelling(false)} onDone={() => setChosen([])} />
        </Suspense>
      )}
    </>
  );
}

const ofGrade = ({ grade }: SickWish) => (grade === null ? {} : { grades_enrollment_id: String(grade) });

/** What is most urgent first, with the way to all of a group (T-7.36). */
function GroupsView({ book, wish, onWish, choiceOf }: ViewProps) {
  const { t } = useTranslation('absences');
  const query = useQuery(groupsQuery(book, wish.grade));
  return (
    <Loaded query={query} skeleton={{ items: 4, label: t('list.loading') }} errorTitle={t('list.errorTitle')}>
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
              <ul className={styles.rows} aria-label={groupText(group, t)}>
                {absences.map((absence) => (
                  <li key={absence.uuid}>
                    <AbsenceCard absence={absence} choice={choiceOf(absence)} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))
      }
    </Loaded>
  );
}

/** Who is absent on a day, by class and name (T-7.40). */
function DayView({ book, wish, onWish, choiceOf }: ViewProps) {
  const { t } = useTranslation('absences');
  const today = toLocal(new Date(), useSelf().school.time_zone).date;
  const date = wish.date ?? today;
  const query = useInfiniteQuery(sickListQuery(book, { date, ...ofGrade(wish) }));
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
      <AbsenceList query={query} emptyText={t('sick.nobody')} choiceOf={choiceOf} />
    </>
  );
}

/** All of them, with the filters CURRENT and ALL, in both orders. */
function ListView({ book, wish, onWish, choiceOf }: ViewProps) {
  const { t } = useTranslation('absences');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const { filter, order, group } = wish;
  const words = search === '' ? {} : { search };
  const query = useInfiniteQuery(
    listQuery(book, { filter, order, ...(group && { group }), ...words, ...ofGrade(wish) }),
  );
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          label={t('sick.filters.label')}
          segments={ABSENCE_FILTERS.map((key) => ({ key, label: t(`sick.filters.${key}`) }))}
          value={filter}
          onChange={(next) => onWish({ filter: next, group: null })}
        />
        <Select
          label={t('sick.orders.label')}
          options={ABSENCE_ORDERS.map((key) => ({ key, text: t(`sick.orders.${key}`) }))}
          value={order}
          onChange={(next) => onWish({ order: next })}
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
      <AbsenceList query={query} emptyText={t('sick.emptyText')} choiceOf={choiceOf} />
    </>
  );
}
