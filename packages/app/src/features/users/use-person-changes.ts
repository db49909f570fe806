import type { ManagedUser } from '@kreide/core/features/users';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { toasts } from '../../ui/toast-store.ts';
import {
  expirePerson,
  forceLogout,
  hardDelete,
  lockPerson,
  recoverPerson,
  removePerson,
  resetSecondFactor,
  undoExpire,
} from './people-queries.ts';

/** The changes of one account; each says what happened, and what can be taken back offers that. */
export function usePersonChanges({ id, displayname: name }: Pick<ManagedUser, 'id' | 'displayname'>) {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const locking = useMutation(lockPerson);
  const expiring = useMutation(expirePerson);
  const continuing = useMutation(undoExpire);
  const ending = useMutation(forceLogout);
  const resetting = useMutation(resetSecondFactor);
  const removing = useMutation(removePerson);
  const recovering = useMutation(recoverPerson);
  const erasing = useMutation(hardDelete);
  const args = { params: { id: `${id}` } };
  const say = (text: string, undo?: () => void) =>
    toasts.show('success', text, {
      topic: `person ${id}`,
      ...(undo && { action: { label: t('done.undo'), onAction: undo } }),
    });
  const unlock = () =>
    locking.mutate({ ...args, body: { is_locked: false } }, { onSuccess: () => say(t('done.unlock', { name })) });
  const undoEnd = () => continuing.mutate(args, { onSuccess: () => say(t('done.undoExpire', { name })) });
  const recover = () => recovering.mutate(args, { onSuccess: () => say(t('done.recover', { name })) });
  return {
    unlock,
    undoExpire: undoEnd,
    recover,
    lock: () =>
      locking.mutate(
        { ...args, body: { is_locked: true } },
        { onSuccess: () => say(t('done.lock', { name }), unlock) },
      ),
    expire: (expire_at: string) =>
      expiring.mutate({ ...args, body: { expire_at } }, { onSuccess: () => say(t('done.expire', { name }), undoEnd) }),
    logout: () => ending.mutate(args, { onSuccess: () => say(t('done.logout', { name })) }),
    secondStep: () => resetting.mutate(args, { onSuccess: () => say(t('done.secondStep', { name })) }),
    delete: () => removing.mutate(args, { onSuccess: () => say(t('done.delete', { name }), recover) }),
    erase: () =>
      erasing.mutate(args, {
        onSuccess: () => {
          say(t('done.erase', { name }));
          navigate('/users');
        },
      }),
  };
}
