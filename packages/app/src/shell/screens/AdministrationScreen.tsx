import { namespaceOf } from '@kreide/core/kernel';
import i18next from 'i18next';
import { Suspense, useState } from 'react';
import { ADMINISTRATION_GROUPS } from '../../kernel/feature.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type AdministrationEntry, toAdministration, wordsOf } from '../administration.ts';
import { managementFeatureRoutes } from '../management-routes.ts';
import { matching } from '../palette.ts';
import styles from './AdministrationScreen.module.css';

/** The pages that the user may administer, by subject, with the number of things that wait there; a search also finds them by their settings (P-2.78). */
export function AdministrationScreen() {
  const [wish, setWish] = useState('');
  const entries = toAdministration(managementFeatureRoutes, useSelf());
  const { t } = useTranslation(['frame', ...new Set(entries.map(({ title }) => namespaceOf(title)))]);
  if (entries.length === 0)
    return <EmptyState icon="lock" title={t('frame:refused.title')} text={t('frame:refused.text')} />;
  const named = entries.map((entry) => ({
    entry,
    href: entry.href,
    text: i18next.t(entry.title),
    words: wordsOf(entry, (text) => i18next.t(text)),
  }));
  const found = matching(named, wish);
  const groups = ADMINISTRATION_GROUPS.map((group) => ({
    group,
    items: found.filter(({ entry }) => entry.group === group),
  })).filter(({ items }) => items.length > 0);
  return (
    <div className={styles.screen}>
      <SearchField label={t('frame:administration.search')} value={wish} onChange={setWish} />
      <div className={styles.groups}>
        {groups.map(({ group, items }) => (
          <section key={group} aria-labelledby={`administration-${group}`}>
            <h2 id={`administration-${group}`} className={styles.title}>
              {t(`frame:administration.${group}`)}
            </h2>
            <Card>
              <RowList>
                {items.map(({ entry, text }) => (
                  <Entry key={entry.href} {...entry} text={text} />
                ))}
              </RowList>
            </Card>
          </section>
        ))}
      </div>
      <p role="status" className={styles.none}>
        {groups.length === 0 && t('frame:administration.none', { text: wish })}
      </p>
    </div>
  );
}

function Entry({ href, icon, text, about, Waiting }: AdministrationEntry & { text: string }) {
  const end = Waiting && (
    <Suspense fallback={null}>
      <Waiting />
    </Suspense>
  );
  return <LinkRow href={href} icon={icon} text={text} about={i18next.t(about)} end={end} />;
}
