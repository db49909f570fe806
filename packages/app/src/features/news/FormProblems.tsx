import { useIsOnline } from '../../kernel/online.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './NewsForm.module.css';
import type { NewsFormState } from './use-news-form.ts';

/** Why the form was not sent: all invalid fields, or the server's message; announced when it appears. */
export function FormProblems({ form: { problems, error, isLoading, loadNewer } }: { form: NewsFormState }) {
  const { t } = useTranslation(['news', 'errors', 'shell']);
  const isOnline = useIsOnline();
  const isConflict = error?.code === 'conflict';
  function reason(): string {
    if (!error) return t('form.wrong');
    if (isConflict) return t('form.conflict');
    if (error.code === 'not_found') return t('form.gone');
    return `${t(error.status === 0 && !isOnline ? 'shell:offline.banner' : `errors:${error.code}`)} ${t('form.kept')}`;
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
            {isConflict && (
              <Button icon="refresh" isPending={isLoading} onPress={loadNewer}>
                {t('form.loadNewer')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
