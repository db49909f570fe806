import {
  type IdentityClient,
  type IdentitySettings,
  type IdentityTenant,
  identityProviderApi,
} from '@kreide/core/features/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ClientDialog } from './ClientDialog.tsx';
import { isUntold } from './client-values.ts';
import styles from './IdentityProvider.module.css';
import { NewClient } from './NewClient.tsx';
import { ProgramSheet } from './ProgramSheet.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { Telling } from './Telling.tsx';

interface ProgramsProps {
  settings: IdentitySettings;
  tenant: IdentityTenant;
  params: { id: string };
}

type Step = 'list' | 'add' | { id: number; secret: string | null };

/** The programs at which people of the school sign in with their account here. */
export function Programs({ settings, tenant, params }: ProgramsProps) {
  const { t } = useTranslation('identity-provider');
  const [step, setStep] = useState<Step>('list');
  const { clients } = settings;
  const open = typeof step === 'object' ? clients.find(({ id }) => id === step.id) : undefined;
  const aboutOf = (client: IdentityClient) => {
    if (!client.is_on) return t('programOff');
    return isUntold(client) ? t('telling.problem') : URL.parse(client.redirect_uris[0] ?? '')?.host;
  };
  const show = ({ id, secret }: { id: number; secret: string | null }) => setStep({ id, secret });
  if (open && typeof step === 'object')
    return (
      <Program
        client={open}
        secret={step.secret}
        settings={settings}
        tenant={tenant}
        params={params}
        onSecret={show}
        onClose={() => setStep('list')}
      />
    );
  return (
    <div className={styles.form}>
      <h2>{t('programs')}</h2>
      <p className={styles.hint}>{t('programsAbout')}</p>
      {step === 'add' ? (
        <NewClient params={params} offered={tenant.passes} onMade={show} onClose={() => setStep('list')} />
      ) : (
        <>
          {clients.length > 0 && (
            <RowList label={t('programs')}>
              {clients.map((client) => (
                <ActionRow
                  key={client.id}
                  icon="outside"
                  text={client.name}
                  about={aboutOf(client)}
                  onPress={() => show({ id: client.id, secret: null })}
                />
              ))}
            </RowList>
          )}
          <div className={styles.actions}>
            <Button icon="plus" onPress={() => setStep('add')}>
              {t('add')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

interface ProgramProps extends ProgramsProps {
  client: IdentityClient;
  secret: string | null;
  onSecret: (made: { id: number; secret: string | null }) => void;
  onClose: () => void;
}

function Program({ client, secret, settings, tenant, params, onSecret, onClose }: ProgramProps) {
  const { t } = useTranslation(['identity-provider', 'shell', 'errors']);
  const [dialog, setDialog] = useState<'edit' | 'secret' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const remove = useMutation({
    ...mutationOf(identityProviderApi.removeClient, { touches: [identityProviderApi.getTenant], messages: false }),
    onSuccess: () => {
      toasts.show('success', t('removed'));
      onClose();
    },
    onError: (error) => {
      toasts.show('error', toReason(t, error));
      close();
    },
  });
  const passes = client.passes.filter((one) => tenant.passes.includes(one));
  return (
    <div className={styles.form}>
      <h2>{client.name}</h2>
      {!client.is_on && <p className={styles.hint}>{t('programOff')}</p>}
      <Telling client={client} />
      {secret !== null && (
        <p role="status">
          <strong>{t('made')}</strong> {t('madeText')}
        </p>
      )}
      <ProgramSheet entered={{ addresses: settings.addresses, client, passes, secret }} />
      <div className={styles.actions}>
        <Button look="primary" onPress={onClose}>
          {t('done')}
        </Button>
        <Button onPress={() => setDialog('edit')}>{t('edit')}</Button>
        {client.is_confidential && <Button onPress={() => setDialog('secret')}>{t('renewSecret')}</Button>}
        <Button look="quiet" icon="trash" onPress={() => setDialog('remove')}>
          {t('remove')}
        </Button>
      </div>
      {dialog === 'edit' && <ClientDialog client={client} params={params} offered={tenant.passes} onClose={close} />}
      {dialog === 'secret' && (
        <SecretDialog
          client={client}
          params={params}
          onMade={(made) => {
            onSecret(made);
            close();
          }}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name: client.name })}
          texts={{ confirm: t('remove'), cancel: t('cancel'), close: t('shell:close') }}
          icon="trash"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ params: { ...params, client_id: `${client.id}` } })}
          onClose={close}
        >
          <p>{t('removeText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
