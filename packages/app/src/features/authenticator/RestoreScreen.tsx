import { KEYS_MAXIMUM } from '@kreide/core/features/authenticator';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useNavigate } from 'react-router';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const none: { file: File | null; passphrase: string } = { file: null, passphrase: '' };
  const form = useForm({
    initial: none,
    problems: ({ file, passphrase }) => [
      ...(file ? [] : [{ field: null, text: t('restore.noFile') }]),
      ...(passphrase === '' ? [{ field: 'passphrase', text: t('restore.noPassphrase') }] : []),
    ],
    send: async ({ file, passphrase }) => vault.add(owner, await readBackup((await file?.text()) ?? '', passphrase)),
    onSaved: (count) => {
      toasts.show(count > 0 ? 'success' : 'info', count > 0 ? t('restore.done', { count }) : t('restore.known'));
      navigate('/authenticator/start', { replace: true });
    },
    toWords: ({ cause }) => toWords(cause),
  });
  const { values, change } = form;
  const { file } = values;

  function toWords(thrown: unknown): string {
    if (thrown instanceof BackupError) return t(`restore.${thrown.reason}`);
    if (thrown instanceof VaultFull) return t('setupKey.full', { maximum: KEYS_MAXIMUM });
    return t('setupKey.notKept');
  }

  return (
    <Page title={t('restore.title')} about={t('restore.about')}>
      <Card isRoomy>
        {globalThis.crypto?.subtle ? (
          <BareForm form={form} className={styles.form} aria-label={t('restore.title')}>
            <div className={styles.actions}>
              <FileTrigger
                acceptedFileTypes={['.json', 'application/json']}
                onSelect={(files) => change({ file: files?.[0] ?? null })}
              >
                <Button icon="upload">{t('restore.choose')}</Button>
              </FileTrigger>
              <span role="status">{file && t('restore.file', { name: file.name })}</span>
            </div>
            <PasswordField
              label={t('restore.passphrase')}
              name="passphrase"
              autoComplete="off"
              value={values.passphrase}
              onChange={(passphrase) => change({ passphrase })}
              errorMessage={form.errorOf('passphrase')}
              texts={{ show: t('auth:login.show'), hide: t('auth:login.hide'), capsLock: t('auth:login.capsLock') }}
            />
            <Problem text={form.failure} />
            <div>
              <Button type="submit" look="primary" isPending={form.isPending}>
                {t('restore.submit')}
              </Button>
            </div>
          </BareForm>
        ) : (
          <ProblemNote text={t('backup.insecure')} icon="lock" />
        )}
      </Card>
    </Page>
  );
}
