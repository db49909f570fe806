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
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useTranslations } from '../translations/index.ts';
import { SurveyBody } from './SurveyBody.tsx';
import { SurveyPreview } from './SurveyPreview.tsx';
import styles from './Surveys.module.css';
import { useSurvey } from './use-survey.ts';

/** Of its author only. */
export const EvaluationDialog = late(async () => (await import('./EvaluationDialog.tsx')).EvaluationDialog);

/** What the card opens. */
const SHOWN = ['whole', 'evaluation', 'translation'] as const;
type Shown = (typeof SHOWN)[number];
const WORDS = { whole: 'openAll', evaluation: 'evaluation', translation: 'translate' } as const;
const ICONS = { whole: 'list', evaluation: 'eye', translation: 'globe' } as const;

/** The survey that a message or a news item carries; null: it was deleted. */
export function SurveyCard({ survey }: { survey: Survey | null }) {
  const { t } = useTranslation('surveys');
  return survey === null ? <p>{t('deleted')}</p> : <LiveCard given={survey} />;
}

function LiveCard({ given }: { given: Survey }) {
  const { t, language } = useTranslation('surveys');
  const { survey, refresh } = useSurvey(given);
  const [shown, setShown] = useState<Shown | null>(null);
  const { time_zone } = useSelf().school;
  const translations = useTranslations();
  if (survey === null) return <p>{t('deleted')}</p>;
  const { questions, is_anonymous, is_over, expires_at, can, is_user_voted } = survey;
  const isShort = questions.length === 1;
  const canEvaluate = isAllowed(can, 'evaluation');
  const isWanted = isAllowed(can, 'vote') && !is_user_voted;
  // One button: what is to be done next; a short one is answered where it stands. All else is in the menu.
  const button = isWanted ? (isShort ? null : 'whole') : canEvaluate ? 'evaluation' : isShort ? null : 'whole';
  const offered: Record<Shown, boolean> = {
    whole: !isShort,
    evaluation: canEvaluate,
    translation: translations.canTranslate,
  };
  const more = SHOWN.filter((one) => offered[one] && one !== button).map(
    (key): MenuEntry => ({ key, text: t(WORDS[key]), icon: ICONS[key], onAction: () => setShown(key) }),
  );
  const translate = async (lang: string) =>
    toLines(await call(surveysApi.translate, { params: { id: String(survey.id) }, query: { lang } }, { retries: 0 }));
  return (
    <section className={styles.card} aria-label={`${t('title')}: ${questions[0]?.question ?? ''}`}>
      <header className={styles.head}>
        <Tag icon="list">{t('title')}</Tag>
        <Tag look={is_over ? 'plain' : 'success'}>{t(is_over ? 'states.over' : 'states.open')}</Tag>
        {is_anonymous && <Tag icon="lock">{t('anonymous')}</Tag>}
        {more.length > 0 && (
          <span className={styles.more}>
            <Menu icon="dots" label={t('more')} entries={more} />
          </span>
        )}
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
      {button && (
        <div className={styles.actions}>
          <Button look={isWanted ? 'primary' : 'secondary'} onPress={() => setShown(button)}>
            {t(button === 'whole' ? 'openAll' : 'evaluation')}
          </Button>
        </div>
      )}
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
