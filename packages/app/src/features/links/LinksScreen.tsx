import { LINKS_MAXIMUM, type Link, moveLink } from '@kreide/core/features/links';
import type { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { LinkList } from './LinkList.tsx';
import styles from './Links.module.css';
import { linksQuery, removeLink, reorderLinks, restoreLink, useLinkEvents } from './links-queries.ts';

/** `/management/:schoolUuid/school-additional-content`: the links of the school, to add, change, move and remove (T-2.87). */
export function LinksScreen() {
  const { t } = useTranslation(['links', 'errors']);
  const isAllowed = useSelf().permissions.includes('edit-school');
  const links = useQuery({ ...linksQuery(), enabled: isAllowed });
  const [opened, setOpened] = useState<Link | 'new' | null>(null);
  const [said, setSaid] = useState('');
  useLinkEvents();
  const restore = useMutation(restoreLink);
  const remove = useMutation(removeLink);
  const reorder = useMutation(reorderLinks);
  const fail = (error: ApiError) => toasts.show('error', t('failed', { reason: toReason(t, error) }));
  if (!isAllowed) return <EmptyState icon="lock" title={t('refusedTitle')} text={t('refusedText')} />;

  function takeAway({ id, title }: Link) {
    const params = { id: `${id}` };
    const bringBack = () =>
      restore.mutate(
        { params },
        {
          onSuccess: () => toasts.show('success', t('restored', { title })),
          onError: (error) =>
            error.code === 'links_full' ? toasts.show('error', t('full', { max: LINKS_MAXIMUM })) : fail(error),
        },
      );
    const action = { label: t('undo'), onAction: bringBack };
    remove.mutate(
      { params },
      { onSuccess: () => toasts.show('success', t('removed', { title }), { action }), onError: fail },
    );
  }

  function move(all: readonly Link[], { id, title }: Link, to: number) {
    const ids = moveLink(all, id, to).map((one) => one.id);
    setSaid(t('moved', { title, place: to + 1, count: all.length }));
    reorder.mutate(
      { body: { ids } },
      {
        onError: (error) => toasts.show('error', t('reorderFailed', { reason: toReason(t, error) })),
      },
    );
  }

  return (
    <div className={styles.screen}>
      <Loaded
        query={links}
        skeleton={{ type: 'list', label: t('loading') }}
        errorTitle={t('errorTitle')}
        empty={<EmptyState icon="globe" title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(all) => (
          <Card>
            <LinkList links={all} onEdit={setOpened} onRemove={takeAway} onMove={(one, to) => move(all, one, to)} />
          </Card>
        )}
      </Loaded>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <div>
        <Button
          look="primary"
          icon="plus"
          isDisabled={(links.data?.length ?? 0) >= LINKS_MAXIMUM}
          onPress={() => setOpened('new')}
        >
          {t('add')}
        </Button>
      </div>
      {opened !== null && <LinkDialog known={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
