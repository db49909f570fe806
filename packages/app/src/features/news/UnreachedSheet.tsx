import type { UnreachedList } from '@kreide/core/features/news';
import { writeMoment } from '@kreide/core/kernel';
import { createPortal } from 'react-dom';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { useSheet } from '../../ui/use-sheet.ts';
import styles from './UnreachedSheet.module.css';
import type { UnreachedClass } from './unreached-classes.ts';

/** What is printed: the list, one page for each class, or a slip for each person. */
export type Printed = 'list' | 'slips';

interface UnreachedSheetProps {
  list: UnreachedList;
  classes: readonly UnreachedClass[];
  printed: Printed;
}

/** What is printed in place of the page. */
export function UnreachedSheet({ list, classes, printed }: UnreachedSheetProps) {
  useSheet('unreached');
  return createPortal(
    <div className={styles.sheet}>
      {printed === 'list' ? <Lists list={list} classes={classes} /> : <Slips list={list} />}
    </div>,
    document.body,
  );
}

function Lists({ list, classes }: Omit<UnreachedSheetProps, 'printed'>) {
  const { t } = useTranslation('news');
  const { school } = useSelf();
  return classes.map(({ grade, rows }) => (
    <section key={grade ?? ''} className={styles.page}>
      <header>
        <h1>{grade === null ? t('unreached.noClass') : t('unreached.class', { grade })}</h1>
        <p>
          {t('unreached.title')} · {school.name}
        </p>
      </header>
      <h2>{list.title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('unreached.person')}</th>
            <th scope="col">{t('unreached.child')}</th>
            <th scope="col">{t('unreached.reason')}</th>
            <th scope="col">{t('unreached.got')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ person, pupils }) => (
            <tr key={person.id}>
              <td>{person.displayname}</td>
              <td>{pupils.join(', ')}</td>
              <td>{t(`reasons.${person.reason}`)}</td>
              <td>
                <span className={styles.box} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}

function Slips({ list }: { list: UnreachedList }) {
  const { t, language } = useTranslation('news');
  const { school } = useSelf();
  const when = writeMoment(language, new Date(list.publish_at), school.time_zone, 'long');
  return list.people.map(({ id, displayname, pupils }) => {
    const names = pupils.map((pupil) => [pupil.displayname, pupil.grade].filter(Boolean).join(', ')).join('; ');
    return (
      <article key={id} className={styles.page}>
        <header>
          <p>{school.name}</p>
          <p>{list.author === null ? when : t('unreached.from', { author: list.author, when })}</p>
        </header>
        <p>
          {displayname}
          {names && ` (${t('unreached.aboutChild', { names })})`}
        </p>
        <h1>{list.title}</h1>
        <p className={styles.text}>{list.text}</p>
        <footer>
          <p>{t('unreached.sign')}</p>
          <p className={styles.line}>
            {displayname} · {t('unreached.signature')}
          </p>
        </footer>
      </article>
    );
  });
}
