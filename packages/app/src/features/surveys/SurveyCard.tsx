import { type Survey, surveysApi, type TranslatedSurvey } from '@kreide/core/features/surveys';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { Suspense, useState } from 'react';
import { late } from '../../kernel/late.ts';
import { call } from '../../kernel/reading.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useTranslations } from '../translations/index.ts';
import { SurveyBody } from './SurveyBody.tsx';
import { SurveyPreview } from './SurveyPreview.tsx';
import styles from './Surveys.module.css';
import { useSurvey } from './use-survey.ts';

/** Of its author only. */
export const EvaluationDialog = late(async () => (await import('./EvaluationDialog.tsx')).EvaluationDialog);

/** The survey that a message or a news item carries; null: it was deleted. */
export function SurveyCard({ survey }: { survey: Survey | null }) {
  const { t } = useTranslation('surveys');
  return survey === null ? <p>{t('deleted')}</p> : <LiveCard given={survey} />;
}

function LiveCard({ given }: { given: Survey }) {
  const { t, language } = useTranslation('surveys');
  const { survey, refresh } = useSurvey(given);
  const [shown, setShown] = useState<'evaluation' | 'translation' | 'whole' | null>(null);
  const { time_zone } = useSelf().school;
  const translations = useTranslations();
  if (survey === null) return <p>{t('deleted')}</p>;
  const { questions, is_anonymous, is_over, expires_at, can, is_user_voted } = survey;
  const isShort = questions.length === 1;
  const translate = async (lang: string) =>
    toLines(await call(surveysApi.translate, { params: { id: String(survey.id) }, query: { lang } }, { retries: 0 }));
  return (
    <section className={styles.card} aria-label={`${t('title')}: ${questions[0]?.question ?? ''}`}>
      <header className={styles.head}>
        <Tag icon="list">{t('title')}</Tag>
        <Tag look={is_over ? 'plain' : 'success'}>{t(is_over ? 'states.over' : 'states.open')}</Tag>
        {is_anonymous && <Tag icon="lock">{t('anonymous')}</Tag>}
        {expires_at !== null && !is_over && (
          <span className={styles.hint}>
            {t('until', { moment: writeMoment(language, new Date(expires_at), time_zone, 'short') })}
          </span>
        )}
      </header>
      {isShort ? <SurveyBody survey={survey} onMore={refresh} /> : <SurveyPreview survey={survey} />}
      {!isShort && is_user_voted && (
        <p className={styles.state}>
          <Icon name="checkCircle" size={20} /> {t('voted')}
        </p>
      )}
      {!isShort && is_over && <p className={styles.state}>{t('over')}</p>}
      <div className={styles.actions}>
        {!isShort && (
          <Button
            look={isAllowed(can, 'vote') && !is_user_voted ? 'primary' : 'secondary'}
            onPress={() => setShown('whole')}
          >
            {t('openAll')}
          </Button>
        )}
        {isAllowed(can, 'evaluation') && <Button onPress={() => setShown('evaluation')}>{t('evaluation')}</Button>}
        {translations.canTranslate && (
          <Button look="quiet" icon="globe" onPress={() => setShown('translation')}>
            {t('translate')}
          </Button>
        )}
      </div>
      {shown === 'whole' && (
        <Dialog isOpen title={t('title')} onClose={() => setShown(null)} closeLabel={t('close')}>
          <div className={styles.card}>
            <SurveyBody survey={survey} onMore={refresh} />
          </div>
        </Dialog>
      )}
      {shown === 'translation' && (
        <Suspense>
          <translations.Dialog ask={translate} onClose={() => setShown(null)} />
        </Suspense>
      )}
      {shown === 'evaluation' && (
        <Suspense>
          <EvaluationDialog survey={survey} onMore={refresh} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}

/** A translated survey for the dialog: a paragraph for each question, its answers below. */
const toLines = ({ lang, questions }: TranslatedSurvey) => ({
  lang,
  texts: questions.map(({ question, options }) => [question, ...options.map(({ name }) => `– ${name}`)].join('\n')),
});
