import type { IdentityClient } from '@kreide/core/features/identity-provider';
import { writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { isUntold } from './client-values.ts';
import styles from './IdentityProvider.module.css';

/** Whether a program learns who signs out here. */
export function Telling({ client }: { client: IdentityClient }) {
  const { t, language } = useTranslation('identity-provider');
  const { school } = useSelf();
  const write = (moment: string) => writeMoment(language, new Date(moment), school.time_zone, 'medium');
  const { told_at, failed_at, failure, failed_status } = client;
  return (
    <>
      {told_at !== null && <p className={styles.hint}>{t('telling.told', { at: write(told_at) })}</p>}
      {isUntold(client) && failed_at !== null && failure !== null && (
        <p role="status">
          {t('telling.failed', {
            at: write(failed_at),
            why: t(`failures.${failure}`, { status: failed_status ?? '' }),
          })}
        </p>
      )}
    </>
  );
}
