import type { DoublePerson } from '@kreide/core/features/doubles';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { askAgain, setApart } from './doubles-queries.ts';

interface ApartButtonProps {
  people: readonly [DoublePerson, DoublePerson];
  isApart: boolean;
}

/** Says of two accounts that they are two people, or takes it back. */
export function ApartButton({ people: [one, other], isApart }: ApartButtonProps) {
  const { t } = useTranslation('doubles');
  const set = useMutation(setApart);
  const again = useMutation(askAgain);
  const params = { id: `${one.id}`, otherId: `${other.id}` };
  const names = { one: one.username, other: other.username };
  const topic = `doubles ${one.id} ${other.id}`;

  function say() {
    if (isApart)
      return again.mutate(
        { params },
        { onSuccess: () => toasts.show('success', t('list.askedAgain', names), { topic }) },
      );
    const action = { label: t('list.undo'), onAction: () => again.mutate({ params }) };
    set.mutate({ params }, { onSuccess: () => toasts.show('success', t('list.setApart', names), { action, topic }) });
  }

  return (
    <Button
      look="quiet"
      icon={isApart ? 'refresh' : 'group'}
      aria-label={t(isApart ? 'list.askAgainOf' : 'list.setApartOf', names)}
      isPending={set.isPending || again.isPending}
      onPress={say}
    >
      {t(isApart ? 'list.askAgain' : 'list.areTwo')}
    </Button>
  );
}
