import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './NewsForm.module.css';
import type { NewsFormState } from './use-news-form.ts';

/** The user's own text, beside the newer version that is now in the form. */
export function OwnVersion({ form: { own, takeOwn } }: { form: NewsFormState }) {
  const { t } = useTranslation('news');
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const isThere = own !== null;
  useEffect(() => {
    if (isThere) title.current?.focus();
  }, [isThere]);
  if (!own) return null;
  return (
    <section className={styles.own} aria-labelledby={heading}>
      <h2 id={heading} ref={title} tabIndex={-1}>
        {t('form.ownTitle')}
      </h2>
      <p className={styles.about}>{t('form.ownText')}</p>
      <div className={styles.quote}>
        <p className={styles.ownTitle}>{own.title}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by the editor, which knows a few harmless elements only */}
        <div dangerouslySetInnerHTML={{ __html: own.content }} />
      </div>
      <Button onPress={takeOwn}>{t('form.ownTake')}</Button>
    </section>
  );
}
