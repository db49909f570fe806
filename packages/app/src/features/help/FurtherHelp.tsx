import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { supportQuery } from './support-queries.ts';

/** Where to go on when no article has helped. */
export function FurtherHelp() {
  const { t } = useTranslation('help');
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  const support = useQuery({ ...supportQuery, enabled: isSignedIn });
  const from = useSearchParams()[0].get('at');
  const report = from === null ? '/help/report' : `/help/report?${new URLSearchParams({ at: from })}`;
  return (
    <Card>
      <h2>{t('faq.more')}</h2>
      <RowList label={t('faq.more')}>
        {isSignedIn && (
          <LinkRow icon="user" href="/help/start" text={t('contacts.title')} about={t('contacts.about')} />
        )}
        {support.data?.can.write === 1 && (
          <>
            <LinkRow icon="send" href="/help/send" text={t('send.title')} about={t('send.about')} />
            <LinkRow icon="alert" href={report} text={t('report.title')} about={t('report.about')} />
          </>
        )}
        <LinkRow icon="lock" href="/help/problem" text={t('problem.title')} />
      </RowList>
    </Card>
  );
}
