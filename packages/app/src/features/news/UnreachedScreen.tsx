import { newsApi, type UnreachedList } from '@kreide/core/features/news';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { WayBack } from '../../kernel/WayBack.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import pages from './NewsPages.module.css';
import { NoNews, Refused } from './NewsStates.tsx';
import { type Printed, UnreachedSheet } from './UnreachedSheet.tsx';
import { toClasses } from './unreached-classes.ts';

/** Families whom neither the app nor a mail reaches, by classes, to be printed as a list or as slips (D-6.04). */
export function UnreachedScreen() {
  const { t } = useTranslation('news');
  const id = useParams().id ?? '';
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery(queryOf(newsApi.listUnreached, { params: { id } }, { enabled: isId, staleTime: 0 }));
  if (!isId || query.error?.code === 'not_found') return <NoNews />;
  if (query.error?.code === 'forbidden') return <Refused />;
  return (
    <div className={pages.page}>
      <WayBack href={`/news/${id}`} label={t('single.title')} />
      <Loaded
        query={query}
        skeleton={{ type: 'list', label: t('unreached.loading') }}
        errorTitle={t('unreached.errorTitle')}
      >
        {(list) =>
          list.people.length === 0 ? (
            <EmptyState icon="check" title={t('unreached.emptyTitle')} text={t('unreached.emptyText')} />
          ) : (
            <Unreached list={list} />
          )
        }
      </Loaded>
    </div>
  );
}

function Unreached({ list }: { list: UnreachedList }) {
  const { t, language } = useTranslation('news');
  const [printed, setPrinted] = useState<Printed>('list');
  const classes = toClasses(list.people, language);
  const printIt = (what: Printed) => {
    flushSync(() => setPrinted(what));
    print();
  };
  return (
    <>
      <h2>
        {t('unreached.title')}: {list.title}
      </h2>
      <p>{t('unreached.about', { count: list.people.length })}</p>
      <div className={pages.chosen}>
        <Button look="primary" icon="print" onPress={() => printIt('list')}>
          {t('unreached.printList')}
        </Button>
        <Button icon="print" onPress={() => printIt('slips')}>
          {t('unreached.printSlips')}
        </Button>
      </div>
      {classes.map(({ grade, rows }) => (
        <section key={grade ?? ''}>
          <h3>{grade === null ? t('unreached.noClass') : t('unreached.class', { grade })}</h3>
          <ul className={pages.rows}>
            {rows.map(({ person, pupils }) => (
              <li key={person.id}>
                <span className={pages.row}>
                  <span>
                    {person.displayname}
                    <span className={pages.about}>
                      {[...pupils.filter((name) => name !== person.displayname), t(`reasons.${person.reason}`)].join(
                        ' · ',
                      )}
                    </span>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <UnreachedSheet list={list} classes={classes} printed={printed} />
    </>
  );
}
