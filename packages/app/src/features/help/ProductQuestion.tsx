import { isSurveyOver, type SurveyType, surveyProperty } from '@kreide/core/features/users';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { queries } from '../../kernel/query.ts';
import { selfQuery, useSelf } from '../../kernel/session.ts';
import { usePropertyChange } from '../../kernel/use-property-change.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ProductQuestion.module.css';
import { QuestionDialog } from './QuestionDialog.tsx';

/** Offers once to say how well the product works; whoever does not want to is never asked again (T-3.72). */
export function ProductQuestion({ type }: { type: SurveyType }) {
  const { t, ready } = useTranslation('help', { useSuspense: false });
  const app = useStore(branding, (state) => state.brand.app_name);
  const { properties } = useSelf();
  const change = usePropertyChange();
  const titleId = useId();
  // As it was when the card came: an answer that was just given does not take the thanks away.
  const [isShown, setShown] = useState(() => !isSurveyOver(properties, type));
  const [isOpen, setOpen] = useState(false);
  if (!isShown || !ready) return null;
  function leave() {
    setShown(false);
    // The pressed button goes with the card; a dialog that closes looks for its own first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.getElementById('main')?.focus({ preventScroll: true })),
    );
  }
  function finish() {
    leave();
    void queries.invalidateQueries(selfQuery);
  }
  function hide() {
    change({ [surveyProperty(type, 'hidden')]: '1' });
    leave();
  }
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.words}>
        <h2 id={titleId}>{t('question.title', { app })}</h2>
        <p>{t('question.text')}</p>
      </div>
      <div className={styles.actions}>
        <Button onPress={() => setOpen(true)}>{t('question.answer')}</Button>
        <Button look="quiet" onPress={hide}>
          {t('question.never')}
        </Button>
      </div>
      {isOpen && (
        <QuestionDialog
          type={type}
          title={t('question.title', { app })}
          onClose={(isAnswered) => (isAnswered ? finish() : setOpen(false))}
        />
      )}
    </section>
  );
}
