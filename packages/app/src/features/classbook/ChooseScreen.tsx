import type { Classbook } from '@kreide/core/features/classbook';
import { toHue } from '@kreide/core/features/timetable';
import { isAllowed } from '@kreide/core/kernel';
import { useParams } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { Redirect } from '../../kernel/Redirect.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useBook, useCurrentBook } from './book.ts';
import styles from './Classbook.module.css';
import { addressOf, placesFor, toPlace } from './tabs.ts';

/** `/classbooks`: the class book of the active school year. */
export function CurrentBook() {
  const { t } = useTranslation('classbook');
  const id = useCurrentBook();
  if (id === null)
    return <EmptyState icon="school" title={t('choose.emptyTitle')} text={t('choose.emptyText')} headingLevel={2} />;
  return <Redirect to={`/classbooks/${id}/overview`} />;
}

/** The courses and classes whose class book one sees (T-2.52); who sees only their own goes straight on. */
export function ChooseScreen() {
  const { t } = useTranslation('classbook');
  const { classbook = '', entity } = useParams();
  const query = useBook(classbook);
  // Nothing of it is for them (T-2.62).
  if (query.error?.status === 403) return <Redirect to="/feed" />;
  return (
    <Loaded query={query} skeleton={{ items: 4, label: t('choose.loading') }} errorTitle={t('choose.errorTitle')}>
      {(book) => <Choice book={book} entity={entity} />}
    </Loaded>
  );
}

function Choice({ book, entity }: { book: Classbook; entity: string | undefined }) {
  const { t } = useTranslation('classbook');
  const { school } = useSelf();
  const { can, courses, grades, id } = book;
  if (placesFor(can).length === 0) return <Redirect to="/feed" />;
  const place = toPlace(can, isAllowed(can, 'view-entries') ? 'entries/classes' : 'entries/homework');
  const list = place?.list ?? 'users';
  // Families have no classes to choose from.
  if (!isAllowed(can, 'view-members') && !isAllowed(can, 'view-entries') && !isAllowed(can, 'view-absences'))
    return <Redirect to={addressOf(list, id, 'users', 'all-users')} />;
  const hrefOf = (kind: string, which: number | string) => addressOf(list, id, kind, which);
  const isShown = (kind: string) => entity === undefined || entity === kind;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <p className={styles.muted}>{book.name}</p>
        {isAllowed(can, 'export') && (
          <LinkButton look="quiet" icon="download" href={`/management/${school.uuid}/exports/${id}`}>
            {t('exports.link')}
          </LinkButton>
        )}
        {isAllowed(can, 'check') && (
          <LinkButton look="quiet" icon="search" href={`/management/${school.uuid}/contradictions/${id}`}>
            {t('checks.link')}
          </LinkButton>
        )}
      </div>
      {courses.length + grades.length === 0 ? (
        <EmptyState icon="school" title={t('choose.emptyTitle')} text={t('choose.emptyText')} />
      ) : (
        <p>
          <LinkButton icon="list" href={hrefOf('users', 'all-users')}>
            {t('choose.allUsers')}
          </LinkButton>
        </p>
      )}
      {isShown('courses') && courses.length > 0 && (
        <section aria-labelledby="classbook-courses" className={styles.section}>
          <h2 id="classbook-courses">{t('choose.courses')}</h2>
          <ul className={styles.tiles}>
            {courses.map(({ id: course, shortcut, name, meta }) => (
              <li key={course}>
                <Link to={hrefOf('courses', course)} className={styles.tile} data-hue={toHue(meta.color)}>
                  <b>{name || shortcut}</b>
                  {name && name !== shortcut && <span>{shortcut}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isShown('grades') && grades.length > 0 && (
        <section aria-labelledby="classbook-grades" className={styles.section}>
          <h2 id="classbook-grades">{t('choose.grades')}</h2>
          <ul className={styles.tiles}>
            {grades.map(({ id: grade, shortcut, name }) => (
              <li key={grade}>
                <Link to={hrefOf('grades', grade)} className={styles.tile}>
                  <b>{shortcut}</b>
                  {name !== shortcut && <span>{name}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
