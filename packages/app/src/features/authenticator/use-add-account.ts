import { KEYS_MAXIMUM, type KeyDraft, type NewKey, toPlainKey } from '@kreide/core/features/authenticator';
import { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import { service } from './service.ts';
import { useOwner, vault } from './use-accounts.ts';
import { nameOf, VaultFull } from './vault.ts';

/** Hands the key to the two-factor service, keeps its id on this device, and shows the codes. */
export function useAddAccount() {
  const { t } = useTranslation(['authenticator', 'errors']);
  const owner = useOwner();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function add(draft: KeyDraft): Promise<void> {
    if (isPending) return;
    const names = { issuer: draft.issuer.trim(), account: draft.account.trim() };
    setPending(true);
    setProblem(null);
    let id: string | null = null;
    try {
      // Checked by the rules of the draft.
      const { algorithm, digits, period } = draft as NewKey;
      id = await service.create({ key: toPlainKey(draft.key), algorithm, digits, period });
      vault.add(owner, [{ id, ...names }]);
      // Else a browser that needs room may forget it.
      void navigator.storage?.persist?.();
      toasts.show('success', t('setupKey.added', { name: nameOf(names) }));
      navigate('/authenticator/start', { replace: true });
    } catch (thrown) {
      if (id === null) {
        setProblem(t('setupKey.notAdded', { reason: toReason(t, ApiError.from(thrown)) }));
      } else {
        setProblem(thrown instanceof VaultFull ? t('setupKey.full', { maximum: KEYS_MAXIMUM }) : t('setupKey.notKept'));
        service.remove(id).catch((error: unknown) => console.warn('A key that nobody has stays', error));
      }
    } finally {
      setPending(false);
    }
  }

  return { add, isPending, problem };
}
