import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { readAccounts, selectAccount } from '../../kernel/accounts.ts';
import { loadTexts } from '../../kernel/i18n.ts';
import { useSelf } from '../../kernel/session.ts';
import { toasts } from '../../ui/toast-store.ts';
import { guardedPurpose, nextElsewhere, toShortcut } from './switching.ts';

/** Where somebody lands who tries the product as another account (C-2.49). */
const LANDING = '/news';

async function tell(key: 'inManagement' | 'inInternal' | 'noOther'): Promise<void> {
  const t = await loadTexts('auth');
  toasts.show('error', t(`accounts.switch.${key}`), { topic: 'account' });
}

/** The keys of those who try the product with several accounts (C-2.81 to C-2.83); renders nothing. */
export function TestSwitch(): null {
  const { school } = useSelf();
  const navigate = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const stored = readAccounts();
    const shortcut = stored && toShortcut(event, stored);
    if (!shortcut) return;
    event.preventDefault();
    if (shortcut === 'edit-school') return navigate(`/management/${school.uuid}/school-data/edit-settings`);
    const guarded = guardedPurpose(stored);
    if (guarded) return tell(guarded === 'management' ? 'inManagement' : 'inInternal');
    const user = shortcut === 'other-school' ? nextElsewhere(stored) : shortcut.select;
    return user ? selectAccount(user.uuid, LANDING) : tell('noOther');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => void onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return null;
}
