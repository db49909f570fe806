import { timetableImportApi } from '@kreide/core/features/timetable-import';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { type Credentials, CredentialsForm } from './CredentialsForm.tsx';
import styles from './ImportScreens.module.css';
import { SourceChoice } from './SourceChoice.tsx';
import { WebUntisSection } from './WebUntisSection.tsx';

/**
 * How plans come by themselves: the server reads them from WebUntis, or the command that watches the folder of the
 * planning program uploads them (T-2.77).
 */
export function AutomaticScreen() {
  const { t } = useTranslation('timetable-import');
  const { school } = useSelf();
  const texts = useCopyTexts();
  const [made, setMade] = useState<Credentials | null>(null);
  const server = new URL(serverAddress, window.location.href).origin;
  const place = `--server ${server} --school ${school.slink}`;
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.form}>
          <p>{t('automatic.text')}</p>
          <SourceChoice />
        </div>
      </Card>
      <Card isRoomy>
        <WebUntisSection />
      </Card>
      <Card isRoomy>
        <section className={styles.section} aria-label={t('automatic.accessTitle')}>
          <h2>{t('automatic.accessTitle')}</h2>
          <p>{t('automatic.accessText')}</p>
          {made ? (
            <div className={styles.form}>
              <p role="status">{t('automatic.made')}</p>
              <CopyField
                label={t('automatic.environment')}
                value={`KREIDE_USERNAME=${made.username} KREIDE_UPLOAD_PASSWORD=${made.password}`}
                texts={texts}
                autoFocus
              />
              <div className={styles.actions}>
                <Button onPress={() => setMade(null)}>{t('automatic.close')}</Button>
              </div>
            </div>
          ) : (
            <CredentialsForm onMade={setMade} />
          )}
        </section>
      </Card>
      <Card isRoomy>
        <div className={styles.form}>
          <CopyField
            label={t('automatic.watch')}
            value={`kreide timetable upload --watch ${t('automatic.folder')} ${place} --yes`}
            texts={texts}
          />
          <CopyField label={t('automatic.signIn')} value={`kreide login ${place}`} texts={texts} />
          <p className={styles.hint}>{t('automatic.hint')}</p>
          <ResetHashes />
        </div>
      </Card>
    </div>
  );
}

/** Lets programs bring files again that have not changed (T-7.24). */
function ResetHashes() {
  const { t } = useTranslation('timetable-import');
  const reset = useMutation({
    ...mutationOf(timetableImportApi.resetHashes),
    onSuccess: () => toasts.show('success', t('automatic.resetDone')),
  });
  return (
    <div className={styles.section}>
      <p className={styles.hint}>{t('automatic.unchanged')}</p>
      <div className={styles.actions}>
        <Button isPending={reset.isPending} onPress={() => reset.mutate({ body: {} })}>
          {t('automatic.reset')}
        </Button>
      </div>
    </div>
  );
}
