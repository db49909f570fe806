import { type IdentityTenant, identityProviderApi, type Passed } from '@kreide/core/features/identity-provider';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, writeQuery } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './IdentityProvider.module.css';
import { PassedBoxes } from './PassedBoxes.tsx';

interface TenantProps {
  params: { id: string };
}
type Saved = Parameters<typeof writeQuery<typeof identityProviderApi.getTenant>>[2];

const showIn = (params: TenantProps['params']) => (saved: Saved) =>
  writeQuery(identityProviderApi.getTenant, { params }, saved);

/** A school that signs nobody in elsewhere. */
export function SwitchOn({ params, passes }: TenantProps & { passes: readonly Passed[] }) {
  const { t } = useTranslation(['identity-provider', 'errors']);
  const [chosen, setChosen] = useState(passes);
  const create = useMutation({
    ...mutationOf(identityProviderApi.createTenant, { messages: false }),
    onSuccess: showIn(params),
  });
  return (
    <div className={styles.form}>
      <PassedBoxes label={t('passes')} value={chosen} onChange={setChosen} />
      <p className={styles.hint}>{t('passesHint')}</p>
      <Problem text={create.error ? toReason(t, create.error) : null} />
      <div className={styles.actions}>
        <Button
          look="primary"
          isPending={create.isPending}
          onPress={() => create.mutate({ params, body: { passes: [...chosen] } })}
        >
          {t('switchOn')}
        </Button>
      </div>
    </div>
  );
}

/** What is passed on at most, the key that signs, and the way to switch it off. */
export function TenantCard({ params, tenant }: TenantProps & { tenant: IdentityTenant }) {
  const { t, language } = useTranslation(['identity-provider', 'shell', 'errors']);
  const { school } = useSelf();
  const [dialog, setDialog] = useState<'renew' | 'off' | null>(null);
  const show = showIn(params);
  const close = () => setDialog(null);
  const update = useMutation({
    ...mutationOf(identityProviderApi.updateTenant, { touches: [identityProviderApi.getTenant], messages: false }),
    onSuccess: show,
  });
  const renew = useMutation({
    ...mutationOf(identityProviderApi.renewRealm, { messages: false }),
    onSuccess: (saved) => {
      show(saved);
      toasts.show('success', t('renewed'));
    },
    onSettled: close,
  });
  const disable = useMutation({
    ...mutationOf(identityProviderApi.disableTenant, { messages: false }),
    onSuccess: show,
    onSettled: close,
  });
  const error = update.error ?? renew.error ?? disable.error;
  const { is_on, updated_at } = tenant;
  const since = writeMoment(
    language,
    new Date(tenant.keys[0]?.created_at ?? tenant.created_at),
    school.time_zone,
    'long',
  );
  return (
    <div className={styles.form}>
      <PassedBoxes
        label={t('passes')}
        value={tenant.passes}
        isDisabled={update.isPending}
        onChange={(passes) => update.mutate({ params, body: { is_on, passes, updated_at } })}
      />
      <p className={styles.hint}>{t('passesHint')}</p>
      <p>{t('key', { date: since })}</p>
      <Problem text={error ? toReason(t, error) : null} />
      <div className={styles.actions}>
        <Button onPress={() => setDialog('renew')}>{t('renew')}</Button>
        <Button look="quiet" onPress={() => setDialog('off')}>
          {t('switchOff')}
        </Button>
      </div>
      {dialog === 'renew' && (
        <ConfirmDialog
          title={t('renewTitle')}
          texts={{ confirm: t('renew'), cancel: t('cancel'), close: t('shell:close') }}
          look="primary"
          isPending={renew.isPending}
          onConfirm={() => renew.mutate({ params })}
          onClose={close}
        >
          <p>{t('renewText')}</p>
        </ConfirmDialog>
      )}
      {dialog === 'off' && (
        <ConfirmDialog
          title={t('offTitle')}
          texts={{ confirm: t('switchOff'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={disable.isPending}
          onConfirm={() => disable.mutate({ params })}
          onClose={close}
        >
          <p>{t('offText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
