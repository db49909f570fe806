import { useIsOnline } from '../../kernel/online.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './NewsForm.module.css';
import type { NewsFormState } from './use-news-form.ts';

/** Why the form was not sent: all invalid fields, or the server's message; announced when it appears. */
export function FormProblems({ form: { problems, error } }: { form: NewsFormState }) {
  const { t } = useTranslation(['news', 'errors', 'shell']);
  const isOnline = useIsOnline();
  function reason(): string {
    if (!error) return t('form.wrong');
    if (error.code === 'not_found') return t('form.gone');
    const why = error.status === 0 && !isOnline ? t('shell:offline.banner') : toReason(t, error);
    return `${why} ${t('form.kept')}`;
  }
  return (
    <div role="alert">
      {(error || problems.length > 0) && (
        <div className={styles.problem}>
          <Icon name="alert" size={20} />
          <div>
            <p>{reason()}</p>
            {problems.length > 0 && (
              <ul>
                {problems.map(({ field, text }) => (
                  <li key={`${field} ${text}`}>{text}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
