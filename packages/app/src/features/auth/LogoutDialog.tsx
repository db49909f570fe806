import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { session, signOut } from '../../kernel/session.ts';
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
  const [isPending, setPending] = useState(false);

  function close() {
    const rest = new URLSearchParams(search);
    rest.delete('logout');
    setSearch(rest, { replace: true });
  }

  async function leave() {
    setPending(true);
    const redirect = await signOut();
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
          <Button look="danger" icon="logout" isPending={isPending} onPress={leave}>
            {t('shell:logout.action')}
          </Button>
        </>
      }
    >
      <p>{t(isInvalid ? 'logout.invalidText' : 'logout.text')}</p>
    </Dialog>
  );
}
