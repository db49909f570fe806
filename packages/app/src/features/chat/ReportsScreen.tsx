import { chatApi, type MessageReport, REPORTS_PAGE } from '@kreide/core/features/channels';
import { usersApi } from '@kreide/core/features/users';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { infiniteQueryOf, mutationOf } from '../../kernel/data.ts';
import { InfiniteList } from '../../kernel/InfiniteList.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ReportedMessages } from './ReportedMessages.tsx';
import styles from './Reports.module.css';

type Which = 'open' | 'decided';

/** `/management/:schoolUuid/reports`: what people found wrong in chats, and what becomes of it (C-6.36). */
export function ReportsScreen() {
  const { t } = useTranslation('chat');
  const [which, setWhich] = useState<Which>('open');
  const args = { query: { is_open: which === 'open' ? '1' : '0' } } as const;
  const query = useInfiniteQuery(infiniteQueryOf(chatApi.listReports, args, REPORTS_PAGE));
  return (
    <div className={styles.screen}>
      <p className={styles.intro}>{t('reports.intro')}</p>
      <div className={styles.filter}>
        <SegmentedControl<Which>
          label={t('reports.show')}
          segments={[
            { key: 'open', label: t('reports.open') },
            { key: 'decided', label: t('reports.decided') },
          ]}
          value={which}
          onChange={setWhich}
        />
      </div>
      <InfiniteList
        query={query}
        idOf={({ id }) => id}
        className={styles.list}
        label={t('reports.title')}
        skeleton={{ items: 2, label: t('reports.loading') }}
        errorTitle={t('reports.errorTitle')}
        empty={<EmptyState icon="checkCircle" title={t('reports.emptyTitle')} text={t('reports.emptyText')} />}
      >
        {(report) => <Report report={report} />}
      </InfiniteList>
    </div>
  );
}

/** One report: who says what about whom; the message itself only for who asks for it. */
function Report({ report }: { report: MessageReport }) {
  const { t, language } = useTranslation('chat');
  const { school, permissions } = useSelf();
  const { id, author, reporter, channel_name, reason, state, decided_by, decided_at } = report;
  const [asked, setAsked] = useState<'remove' | 'block' | null>(null);
  const close = () => setAsked(null);
  const name = author.displayname;
  const write = (instant: string) => writeMoment(language, new Date(instant), school.time_zone, 'short');
  const viewed = useMutation(mutationOf(chatApi.openReport));
  const decision = useMutation({
    ...mutationOf(chatApi.decideReport, { touches: [chatApi.listReports] }),
    onSuccess: () => {
      toasts.show('success', t('reports.done'), { topic: 'message report' });
      close();
    },
  });
  const block = useMutation({
    ...mutationOf(usersApi.remove, { messages: false }),
    onSuccess: () => {
      toasts.show('success', t('reports.blocked', { name }), { topic: 'message report' });
      close();
    },
  });
  const decide = (to: 'REMOVED' | 'DISMISSED') => decision.mutate({ params: { id: String(id) }, body: { state: to } });
  return (
    <Card>
      <section className={styles.report} aria-label={t('reports.by', { name })}>
        <div className={styles.about}>
          <h2>{t('reports.by', { name })}</h2>
          <p>
            {channel_name === null ? t('reports.inConversation') : t('reports.inChannel', { channel: channel_name })}
          </p>
          <p>{t('reports.reportedBy', { name: reporter.displayname, at: write(report.created_at) })}</p>
          {decided_at !== null && (
            <p>{t('reports.decidedBy', { name: decided_by?.displayname ?? '', at: write(decided_at) })}</p>
          )}
        </div>
        {reason !== '' && <blockquote className={styles.reason}>{reason}</blockquote>}
        {viewed.data && <ReportedMessages messages={viewed.data} />}
        <div className={styles.actions}>
          {state !== 'OPEN' && <Tag>{t(`reports.decisions.${state}`)}</Tag>}
          {!viewed.data && (
            <Button
              aria-label={t('reports.viewOf', { name })}
              isPending={viewed.isPending}
              onPress={() => viewed.mutate({ params: { id: String(id) } })}
            >
              {t('reports.view')}
            </Button>
          )}
          {viewed.data && isAllowed(report.can, 'decide') && (
            <>
              <Button look="primary" onPress={() => setAsked('remove')}>
                {t('reports.remove')}
              </Button>
              <Button isPending={decision.isPending} onPress={() => decide('DISMISSED')}>
                {t('reports.dismiss')}
              </Button>
            </>
          )}
          {viewed.data && permissions.includes('manage-users') && (
            <Button look="quiet" onPress={() => setAsked('block')}>
              {t('reports.block')}
            </Button>
          )}
        </div>
      </section>
      {asked === 'remove' && (
        <ConfirmDialog
          title={t('reports.removeTitle')}
          icon="trash"
          texts={{ confirm: t('reports.remove'), cancel: t('cancel'), close: t('close') }}
          isPending={decision.isPending}
          onConfirm={() => decide('REMOVED')}
          onClose={close}
        >
          {t('reports.removeText')}
        </ConfirmDialog>
      )}
      {asked === 'block' && (
        <ConfirmDialog
          title={t('reports.blockTitle', { name })}
          texts={{ confirm: t('reports.block'), cancel: t('cancel'), close: t('close') }}
          isPending={block.isPending}
          onConfirm={() => block.mutate({ params: { id: String(author.id) } })}
          onClose={close}
        >
          <p>{t('reports.blockText')}</p>
          <Problem text={block.error?.message ?? null} />
        </ConfirmDialog>
      )}
    </Card>
  );
}
