import { KEYS_MAXIMUM } from '@kreide/core/features/authenticator';
import { type FormEvent, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Problem, ProblemNote } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Authenticator.module.css';
import { BackupError, readBackup } from './backup.ts';
import { Page } from './Page.tsx';
import { useOwner, vault } from './use-accounts.ts';
import { VaultFull } from './vault.ts';

/** Takes the accounts of a backup onto this device (P-2.32). */
export function RestoreScreen() {
  const { t } = useTranslation(['authenticator', 'auth']);
  const owner = useOwner();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(passphrase === '');
    setProblem(file ? null : t('restore.noFile'));
    if (!file || passphrase === '' || isPending) return;
    setPending(true);
    try {
      const count = vault.add(owner, await readBackup(await file.text(), passphrase));
      toasts.show(count > 0 ? 'success' : 'info', count > 0 ? t('restore.done', { count }) : t('restore.known'));
      navigate('/authenticator/start', { replace: true });
    } catch (thrown) {
      setProblem(toWords(thrown));
    } finally {
      setPending(false);
    }
  }

  function toWords(thrown: unknown): string {
    if (thrown instanceof BackupError) return t(`restore.${thrown.reason}`);
    if (thrown instanceof VaultFull) return t('setupKey.full', { maximum: KEYS_MAXIMUM });
    return t('setupKey.notKept');
  }

  return (
    <Page title={t('restore.title')} about={t('restore.about')}>
      <Card isRoomy>
        {globalThis.crypto?.subtle ? (
          <form className={styles.form} noValidate onSubmit={submit} aria-label={t('restore.title')}>
            <div className={styles.actions}>
              <FileTrigger
                acceptedFileTypes={['.json', 'application/json']}
                onSelect={(files) => setFile(files?.[0] ?? null)}
              >
                <Button icon="upload">{t('restore.choose')}</Button>
              </FileTrigger>
              <span role="status">{file && t('restore.file', { name: file.name })}</span>
            </div>
            <PasswordField
              label={t('restore.passphrase')}
              name="passphrase"
              autoComplete="off"
              value={passphrase}
              onChange={setPassphrase}
              errorMessage={isMissing ? t('restore.noPassphrase') : undefined}
              texts={{ show: t('auth:login.show'), hide: t('auth:login.hide'), capsLock: t('auth:login.capsLock') }}
            />
            <Problem text={problem} />
            <div>
              <Button type="submit" look="primary" isPending={isPending}>
                {t('restore.submit')}
              </Button>
            </div>
          </form>
        ) : (
          <ProblemNote text={t('backup.insecure')} icon="lock" />
        )}
      </Card>
    </Page>
  );
}
