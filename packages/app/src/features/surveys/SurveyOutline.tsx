import { surveysApi } from '@kreide/core/features/surveys';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';
import styles from './Surveys.module.css';

/** A survey that is about to be sent: what it asks and offers. */
export function SurveyOutline({ id }: { id: number }) {
  const { t } = useTranslation('surveys');
  const { data, error } = useQuery(queryOf(surveysApi.get, { params: { id: String(id) } }, { retries: 0 }));
  if (error) return <p>{t(error.status === 404 ? 'deleted' : 'errorTitle')}</p>;
  if (!data) return null;
  const { questions, is_anonymous } = data;
  return (
    <section className={styles.card} aria-label={`${t('title')}: ${questions[0]?.question ?? ''}`}>
      <header className={styles.head}>
        <Tag icon="list">{t('title')}</Tag>
        {is_anonymous && <Tag icon="lock">{t('anonymous')}</Tag>}
      </header>
      <ol className={styles.preview}>
        {questions.map(({ uuid, question, options }) => (
          <li key={uuid}>
            <span className={styles.asked}>{question}</span>
            {options.map(({ name, has_user_option }) => (has_user_option ? t('own') : name)).join(', ')}
          </li>
        ))}
      </ol>
    </section>
  );
}
