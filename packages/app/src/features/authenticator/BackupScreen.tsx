import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ProblemNote } from '../../ui/Problem.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Authenticator.module.css';
import { PASSPHRASE_MINIMUM, writeBackup } from './backup.ts';
import { Page } from './Page.tsx';
import { useAccounts } from './use-accounts.ts';

const FILE = 'kreide-authenticator.json';

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** One file with all accounts, for another device (P-2.32). */
export function BackupScreen() {
  const { t } = useTranslation(['authenticator', 'auth']);
  const accounts = useAccounts();
  const [values, setValues] = useState({ passphrase: '', repeat: '' });
  const [errors, setErrors] = useState<Partial<typeof values>>({});
  const [isPending, setPending] = useState(false);
  const texts = { show: t('auth:login.show'), hide: t('auth:login.hide'), capsLock: t('auth:login.capsLock') };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { passphrase, repeat } = values;
    const found: typeof errors = {};
    if ([...passphrase].length < PASSPHRASE_MINIMUM)
      found.passphrase = t('backup.short', { minimum: PASSPHRASE_MINIMUM });
    else if (passphrase !== repeat) found.repeat = t('backup.differs');
    setErrors(found);
    if (Object.keys(found).length > 0)
      return requestAnimationFrame(() => form.querySelector<HTMLElement>('input[aria-invalid=true]')?.focus());
    if (isPending) return undefined;
    setPending(true);
    try {
      save(await writeBackup(accounts, passphrase));
      toasts.show('success', t('backup.done'));
      setValues({ passphrase: '', repeat: '' });
    } finally {
      setPending(false);
    }
    return undefined;
  }

  const field = (name: keyof typeof values, description?: string) => (
    <PasswordField
      label={t(`backup.${name}`)}
      name={name}
      autoComplete="new-password"
      value={values[name]}
      onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
      errorMessage={errors[name]}
      description={description}
      texts={texts}
    />
  );
  return (
    <Page title={t('backup.title')} about={t('backup.about')}>
      <Card isRoomy>
        {accounts.length === 0 && (
          <EmptyState
            icon="lock"
            title={t('backup.none')}
            action={
              <LinkButton look="primary" icon="plus" href="/authenticator/add">
                {t('add.title')}
              </LinkButton>
            }
          />
        )}
        {accounts.length > 0 && !globalThis.crypto?.subtle && <ProblemNote text={t('backup.insecure')} icon="lock" />}
        {accounts.length > 0 && globalThis.crypto?.subtle && (
          <form className={styles.form} noValidate onSubmit={submit} aria-label={t('backup.title')}>
            <p>{t('backup.count', { count: accounts.length })}</p>
            {field('passphrase', t('backup.passphraseHint', { minimum: PASSPHRASE_MINIMUM }))}
            {field('repeat')}
            <div>
              <Button type="submit" look="primary" icon="download" isPending={isPending}>
                {t('backup.submit')}
              </Button>
            </div>
          </form>
        )}
      </Card>
    </Page>
  );
}
