import { authApi, passwordApi } from '@kreide/core/features/auth';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { client } from '../../kernel/client.ts';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { signOut } from '../../kernel/sign-in.ts';
import { usePropertyChange } from '../../kernel/use-property-change.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { AppPasswordCard } from './AppPasswordCard.tsx';
import { SELF } from './factor-wish.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { PasskeyCard } from './PasskeyCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import styles from './SecurityScreen.module.css';
import { SessionList } from './SessionList.tsx';

/** The password, the devices that are signed in, and signing out by itself (P-2.66). */
export function SecurityScreen() {
  const { t } = useTranslation('auth');
  const hasKeepAlive = useStore(branding, (state) => state.brand.keep_alive);
  return (
    <div className={styles.page}>
      <Card>
        <div className={styles.section}>
          <h2>{t('security.password')}</h2>
          <PasswordForm />
        </div>
      </Card>
      <Card>
        <div className={styles.section}>
          <SecondFactorCard />
        </div>
      </Card>
      {window.PublicKeyCredential && (
        <Card>
          <div className={styles.section}>
            <PasskeyCard />
          </div>
        </Card>
      )}
      <Card>
        <div className={styles.section}>
          <AppPasswordCard />
        </div>
      </Card>
      <Card>
        <div className={styles.section}>
          <h2>{t('security.devices')}</h2>
          <p>{t('security.devicesText')}</p>
          <SessionList />
          <AllDevices />
        </div>
      </Card>
      {hasKeepAlive && (
        <Card>
          <div className={styles.section}>
            <KeepAliveSwitch />
            <p>{t('security.keepText')}</p>
          </div>
        </Card>
      )}
    </div>
  );
}

/** Needs the present password; the other devices are signed out (P-5.15, P-7.53). */
function PasswordForm() {
  const { t } = useTranslation('auth');

  async function submit(password: string, password_confirmation: string, current_password: string): Promise<void> {
    const body = { current_password, password, password_confirmation };
    const { data } = await client.call(passwordApi.updatePassword, { ...SELF, body }, { messages: false });
    const { sessions: count } = data;
    toasts.show('success', count === 0 ? t('security.doneNone') : t('security.done', { count }));
  }

  return <NewPasswordForm onSubmit={submit} hasCurrent />;
}

function AllDevices() {
  const { t } = useTranslation(['auth', 'shell']);
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    ...mutationOf(authApi.logoutAll),
    // The session of this device is among them.
    onSuccess: () => signOut({ isOver: true }),
  });
  return (
    <>
      <Button icon="logout" onPress={() => setAsking(true)}>
        {t('security.all')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('security.allTitle')}
          texts={{ confirm: t('shell:logout.action'), cancel: t('logout.cancel'), close: t('shell:close') }}
          icon="logout"
          isPending={end.isPending}
          onConfirm={() => end.mutate({})}
          onClose={() => setAsking(false)}
        >
          <p>{t('security.allText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Whoever has a device of their own opts out (P-6.20). */
function KeepAliveSwitch() {
  const { t } = useTranslation('auth');
  const { properties } = useSelf();
  const change = usePropertyChange();
  return (
    <Switch
      isSelected={properties['users.keep_alive.off'] !== '1'}
      onChange={(isOn) => change({ 'users.keep_alive.off': isOn ? '0' : '1' })}
    >
      {t('security.keep')}
    </Switch>
  );
}
