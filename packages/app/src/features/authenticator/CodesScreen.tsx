import { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Authenticator.module.css';
import { CodeRow } from './CodeRow.tsx';
import { Page } from './Page.tsx';
import { service } from './service.ts';
import { useAccounts, useOwner, vault } from './use-accounts.ts';
import { isGone, useCodes, useNow } from './use-codes.ts';
import { type KeptAccount, nameOf } from './vault.ts';

/** The codes of all accounts on this device (P-2.32). */
export function CodesScreen() {
  const { t } = useTranslation(['authenticator', 'shell', 'errors']);
  const accounts = useAccounts();
  const codes = useCodes(accounts);
  const now = useNow();
  const [unwanted, setUnwanted] = useState<KeptAccount | null>(null);

  if (accounts.length === 0)
    return (
      <Page title={t('start.title')} about={t('start.about')}>
        <Card isRoomy>
          <EmptyState
            icon="lock"
            title={t('start.emptyTitle')}
            text={t('start.emptyText')}
            action={
              <>
                <LinkButton look="primary" icon="plus" href="/authenticator/add">
                  {t('add.title')}
                </LinkButton>
                <LinkButton icon="upload" href="/authenticator/restore">
                  {t('restore.title')}
                </LinkButton>
              </>
            }
          />
        </Card>
      </Page>
    );

  return (
    <Page title={t('start.title')} about={t('start.about')}>
      {codes.isError && (
        <div className={styles.failed}>
          <Problem text={`${t('start.errorTitle')}: ${toReason(t, codes.error)}`} />
          <Button icon="refresh" isPending={codes.isFetching} onPress={() => codes.refetch()}>
            {t('shell:retry')}
          </Button>
        </div>
      )}
      <Card>
        <ul className={styles.list} aria-label={t('start.list')} aria-busy={codes.isPending}>
          {accounts.map((account) => (
            <CodeRow
              key={account.id}
              account={account}
              shown={codes.data?.get(account.id)}
              isGone={isGone(account.id)}
              now={now}
              onRemove={() => setUnwanted(account)}
            />
          ))}
        </ul>
      </Card>
      <div className={styles.actions}>
        <LinkButton look="primary" icon="plus" href="/authenticator/add">
          {t('add.title')}
        </LinkButton>
        <LinkButton icon="download" href="/authenticator/backup">
          {t('backup.title')}
        </LinkButton>
      </div>
      <p className={styles.about}>{t('start.device')}</p>
      {unwanted && <RemoveDialog account={unwanted} onClose={() => setUnwanted(null)} />}
    </Page>
  );
}

function RemoveDialog({ account, onClose }: { account: KeptAccount; onClose: () => void }) {
  const { t } = useTranslation(['authenticator', 'shell', 'errors']);
  const owner = useOwner();
  const [isPending, setPending] = useState(false);
  const name = nameOf(account);

  async function remove() {
    setPending(true);
    try {
      if (!isGone(account.id)) await service.remove(account.id);
    } catch (thrown) {
      const error = ApiError.from(thrown);
      // Removed elsewhere in the meantime.
      if (error.code !== 'not_found') {
        toasts.show('error', t('start.notRemoved', { name, reason: toReason(t, error) }));
        return onClose();
      }
    }
    vault.remove(owner, account.id);
    toasts.show('success', t('start.removed', { name }));
    return onClose();
  }

  return (
    <ConfirmDialog
      title={t('start.removeTitle', { name })}
      texts={{ confirm: t('start.removeConfirm'), cancel: t('start.cancel'), close: t('shell:close') }}
      icon="trash"
      isPending={isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{t('start.removeText')}</p>
    </ConfirmDialog>
  );
}
