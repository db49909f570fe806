import type { AuthDriverReport } from '@kreide/core/features/auth-drivers';
import { useTranslation } from '../../kernel/use-translation.ts';
import styles from './AuthDriver.module.css';

/** What the service says of whoever has tried it, beside what their account here has. */
export function ComparedValues({ values }: Pick<AuthDriverReport, 'values'>) {
  const { t } = useTranslation('auth-drivers');
  const show = (value: string | null, nothing: string) => value ?? <span className={styles.hint}>{nothing}</span>;
  return (
    <table className={styles.values}>
      <caption>{t('values.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('values.what')}</th>
          <th scope="col">{t('values.theirs')}</th>
          <th scope="col">{t('values.ours')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ what, claim, theirs, is_verified, ours }) => (
          <tr key={what}>
            <th scope="row">
              {t(`values.${what}`)}
              <span className={styles.claim}>{claim}</span>
            </th>
            <td>
              {show(theirs, t('values.nothing'))}
              {is_verified !== null && (
                <span className={is_verified ? styles.fine : styles.wrong}>
                  {' '}
                  {t(is_verified ? 'values.verified' : 'values.unverified')}
                </span>
              )}
            </td>
            <td>{show(ours, '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
