import { useMutation, useQuery } from '@tanstack/react-query';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { supportQuery, updateSupport } from './support-queries.ts';

/** Whether everybody at the school may write to those who run the product (P-3.28). */
export function SupportSwitch() {
  const { t } = useTranslation(['help', 'errors']);
  const support = useQuery(supportQuery);
  const update = useMutation(updateSupport);
  if (!support.data) return null;
  const change = (is_enabled: boolean) =>
    update.mutate(
      { body: { is_enabled } },
      {
        onSuccess: () => toasts.show('success', t('support.saved')),
        onError: (error) => toasts.show('error', t('contacts.failed', { reason: toReason(t, error) })),
      },
    );
  return (
    <Card>
      <Switch isSelected={support.data.is_enabled} onChange={change}>
        {t('support.switch')}
      </Switch>
      <p>{t('support.switchText')}</p>
    </Card>
  );
}
