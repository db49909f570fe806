import { helpApi } from '@kreide/core/features/help';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, OutsideRow, RowList } from '../../ui/RowList.tsx';
import styles from './Faq.module.css';
import { articleHref } from './FaqScreen.tsx';

/** `/help/problem`: for those who cannot sign in, so it needs no session (P-2.27). */
export function ProblemScreen() {
  const { t, language } = useTranslation('help');
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  const statusUrl = useStore(branding, (state) => state.brand.status_url);
  const list = useQuery(queryOf(helpApi.listFaq, { query: { category: 'account' } }, { language }));
  return (
    <div className={styles.screen}>
      {!isSignedIn && <h1>{t('problem.title')}</h1>}
      <p>{t('problem.text')}</p>
      <Loaded
        query={list}
        skeleton={{ type: 'list', items: 4, label: t('faq.loading') }}
        errorTitle={t('faq.errorTitle')}
      >
        {(entries) => (
          <Card>
            <RowList label={t('problem.ways')}>
              {entries.map((entry) => (
                <LinkRow key={entry.article} href={articleHref(entry)} text={entry.title} />
              ))}
            </RowList>
          </Card>
        )}
      </Loaded>
      <RowList label={t('faq.more')}>
        {!isSignedIn && <LinkRow icon="school" href="/select-school" text={t('problem.school')} />}
        <LinkRow icon="help" href="/help" text={t('problem.faq')} />
        {statusUrl && (
          <OutsideRow icon="monitor" href={statusUrl} hint={t('problem.opens')} text={t('problem.status')} />
        )}
      </RowList>
    </div>
  );
}
