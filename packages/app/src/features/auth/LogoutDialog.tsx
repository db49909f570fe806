import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { sessionStore } from '../../kernel/client.ts';
import { unsent } from '../../kernel/outbox.ts';
import { selfQuery, session } from '../../kernel/session.ts';
import { signOut } from '../../kernel/sign-in.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/**
 * Asks before signing out, over the current page (`?logout`). An invalid session forces it: then neither Escape nor a
 * press outside closes it, and the choice is to sign out or to reload (P-4.27).
 */
export function LogoutDialog() {
  const { t } = useTranslation(['auth', 'shell']);
  const [search, setSearch] = useSearchParams();
  const isInvalid = useStore(session, (state) => state.isInvalid);
  const count = useStore(unsent, (state) => state.entries.length);
  const [isPending, setPending] = useState(false);
  const name = useQuery({ ...selfQuery, enabled: false }).data?.displayname ?? '';
  const hasOthers = sessionStore.hasAccounts();

  function close() {
    const rest = new URLSearchParams(search);
    rest.delete('logout');
    setSearch(rest, { replace: true });
  }

  async function leave(all = false) {
    setPending(true);
    const redirect = await signOut({ all });
    if (redirect) window.location.assign(redirect);
  }

  return (
    <Dialog
      role="alertdialog"
      isOpen
      title={t(isInvalid ? 'logout.invalidTitle' : 'logout.title')}
      onClose={isInvalid ? undefined : close}
      closeLabel={t('shell:close')}
      actions={
        <>
          {isInvalid ? (
            <Button onPress={() => window.location.reload()}>{t('shell:logout.refresh')}</Button>
          ) : (
            <Button onPress={close}>{t('logout.cancel')}</Button>
          )}
          {hasOthers && (
            <Button isDisabled={isPending} onPress={() => leave(true)}>
              {t('logout.all')}
            </Button>
          )}
          <Button look="danger" icon="logout" isPending={isPending} onPress={() => leave()}>
            {t('shell:logout.action')}
          </Button>
        </>
      }
    >
      <p>{isInvalid ? t('logout.invalidText') : hasOthers ? t('logout.textOf', { name }) : t('logout.text')}</p>
      {count > 0 && <p>{t('logout.unsent', { count })}</p>}
    </Dialog>
  );
}
