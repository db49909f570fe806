import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
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

const NOTHING = { passphrase: '', repeat: '' };
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
  const texts = { show: t('auth:login.show'), hide: t('auth:login.hide'), capsLock: t('auth:login.capsLock') };

  const form = useForm({
    initial: NOTHING,
    problems: ({ passphrase, repeat }) => {
      if ([...passphrase].length < PASSPHRASE_MINIMUM)
        return [{ field: 'passphrase', text: t('backup.short', { minimum: PASSPHRASE_MINIMUM }) }];
      return passphrase === repeat ? [] : [{ field: 'repeat', text: t('backup.differs') }];
    },
    send: async ({ passphrase }) => save(await writeBackup(accounts, passphrase)),
    onSaved: () => {
      toasts.show('success', t('backup.done'));
      form.reset(NOTHING);
    },
  });
  const { values } = form;

  const field = (name: keyof typeof values, description?: string) => (
    <PasswordField
      label={t(`backup.${name}`)}
      name={name}
      autoComplete="new-password"
      value={values[name]}
      onChange={(value) => form.change({ [name]: value })}
      errorMessage={form.errorOf(name)}
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
          <BareForm form={form} className={styles.form} aria-label={t('backup.title')}>
            <p>{t('backup.count', { count: accounts.length })}</p>
            {field('passphrase', t('backup.passphraseHint', { minimum: PASSPHRASE_MINIMUM }))}
            {field('repeat')}
            <div>
              <Button type="submit" look="primary" icon="download" isPending={form.isPending}>
                {t('backup.submit')}
              </Button>
            </div>
          </BareForm>
        )}
      </Card>
    </Page>
  );
}
