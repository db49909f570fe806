import { CLASSBOOK_ENTITIES, parseClassbookQuery, parseEntityId } from '@kreide/core/features/classbook';
import type { ComponentType } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AbsencesTab } from './AbsencesTab.tsx';
import { useBook } from './book.ts';
import { type BookContext, BookParts } from './book-context.ts';
import styles from './Classbook.module.css';
import { ClassesTab } from './ClassesTab.tsx';
import { HomeworkTab } from './HomeworkTab.tsx';
import { MembersTab } from './MembersTab.tsx';
import { NoticesTab } from './NoticesTab.tsx';
import { StatisticsTab } from './StatisticsTab.tsx';
import { absenceTypeAt, addressOf, isEntries, isReportedAt, type Place, placesFor, toPlace } from './tabs.ts';

const LISTS: Record<Place['list'], ComponentType> = {
  users: MembersTab,
  classes: ClassesTab,
  notices: NoticesTab,
  homework: HomeworkTab,
  statistics: StatisticsTab,
  absences: AbsencesTab,
};

/** One course, one class, or all of a kind: its lists behind tabs (T-2.53). */
export function BookScreen() {
  const { t } = useTranslation('classbook');
  const { classbook = '', entity = '', id = '' } = useParams();
  const query = useBook(classbook);
  const kind = CLASSBOOK_ENTITIES.find((one) => one === entity);
  const isKnown = kind !== undefined && parseEntityId(kind, id) !== null;
  // Nothing of it is for them (T-2.62).
  if (query.error?.status === 403) return <Redirect to="/feed" />;
  if (!kind || !isKnown) return <Redirect to={`/classbooks/${classbook}/overview`} />;
  return (
    <Loaded query={query} skeleton={{ items: 4, label: t('choose.loading') }} errorTitle={t('choose.errorTitle')}>
      {(book) => <Book book={book} unit={{ entity: kind, entity_id: id }} />}
    </Loaded>
  );
}

/** The part of an address behind `details/:id/`. */
function useRest(): string {
  const { pathname } = useLocation();
  return pathname.split('/').slice(7).join('/');
}

function Book({ book, unit }: Pick<BookContext, 'book' | 'unit'>) {
  const { t } = useTranslation('classbook');
  const rest = useRest();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [params] = useSearchParams();
  const place = toPlace(book.can, rest);
  if (!place) return <Redirect to="/feed" />;
  const hrefOf = (list: Place['list']) => addressOf(list, book.id, unit.entity, unit.entity_id);
  const absenceType = place.list === 'absences' ? absenceTypeAt(rest) : null;
  const isReported = place.list === 'absences' && isReportedAt(rest);
  if (place.path !== rest && absenceType === null && !isReported)
    return <Redirect to={hrefOf(place.list).replace(/\?.*/, search)} />;
  const places = placesFor(book.can);
  const asked = parseClassbookQuery(params, place.list);
  // An address may name its tab in the query instead (T-2.66).
  const named = places.find(({ list }) => list === asked.activeTab);
  if (named && named !== place) {
    const left = new URLSearchParams(params);
    left.delete('activeTab');
    return <Redirect to={hrefOf(named.list).replace(/\?.*/, `?${left}`)} />;
  }
  const entries = places.filter(isEntries);
  const tabOf = (one: Place) =>
    (isEntries(one) ? 'entries' : one.list) as Exclude<Place['list'], 'classes'> | 'entries';
  const tabs = [...new Set(places.map(tabOf))];
  const open = (list: Place['list']) => navigate(hrefOf(list));
  const absence_types = absenceType === null ? asked.absence_types : [absenceType];
  const context: BookContext = { book, place, asked: { ...asked, absence_types }, isReported, unit };
  const List = LISTS[place.list];
  const content = (
    <>
      {isEntries(place) && entries.length > 1 && (
        <div className={styles.segments}>
          <SegmentedControl
            label={t('tabs.entriesLabel')}
            segments={entries.map(({ list }) => ({ key: list, label: t(`tabs.${list}`) }))}
            value={place.list}
            onChange={open}
          />
        </div>
      )}
      <BookParts value={context}>
        <List />
      </BookParts>
    </>
  );
  return (
    <div className={styles.page}>
      <Heading book={book} unit={unit} />
      {tabs.length > 1 ? (
        <Tabs
          label={t('tabs.label')}
          tabs={tabs.map((id) => ({ id, text: t(`tabs.${id}`) }))}
          value={tabOf(place)}
          onChange={(id) => open(id === 'entries' ? (entries[0]?.list ?? place.list) : id)}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
    </div>
  );
}

/** The subject of the lists, and the way to the others. */
function Heading({ book, unit }: Pick<BookContext, 'book' | 'unit'>) {
  const { t } = useTranslation('classbook');
  const { entity, entity_id } = unit;
  const isStaff = book.can['view-members'] === 1 || book.can['view-entries'] === 1 || book.can['view-absences'] === 1;
  const units = entity === 'courses' ? book.courses : entity === 'grades' ? book.grades : [];
  const one = units.find(({ id }) => String(id) === entity_id);
  const all = { courses: t('choose.allCourses'), grades: t('choose.allGrades'), users: t('choose.allUsers') }[entity];
  const name = one?.shortcut ?? (isStaff ? all : t('choose.family'));
  return (
    <div className={styles.heading}>
      {isStaff && <WayBack href={`/classbooks/${book.id}/overview`} label={t('back')} />}
      <h2>{name}</h2>
      {one?.name && one.name !== one.shortcut && <p className={styles.muted}>{one.name}</p>}
    </div>
  );
}
