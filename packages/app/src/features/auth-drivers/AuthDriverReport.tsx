import type { AuthDriverReport as Report } from '@kreide/core/features/auth-drivers';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './AuthDriver.module.css';
import { ComparedValues } from './ComparedValues.tsx';

/** The result of a test of the service, step by step: the good steps, the problems, and advice. */
export function AuthDriverReport({ report }: { report: Report }) {
  const { t } = useTranslation('auth-drivers');
  return (
    <>
      <ol className={styles.steps}>
        {report.steps.map(({ step, is_fine, message }) => (
          <li key={step}>
            <span className={is_fine ? styles.fine : styles.wrong}>
              <Icon name={is_fine ? 'checkCircle' : 'alert'} size={20} />
            </span>
            <span>
              <strong>
                {t(`step_${step}`)}: {t(is_fine ? 'fine' : 'wrong')}
              </strong>
              {message}
            </span>
          </li>
        ))}
      </ol>
      {report.values.length > 0 && <ComparedValues values={report.values} />}
    </>
  );
}
