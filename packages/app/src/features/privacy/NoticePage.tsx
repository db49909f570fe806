import { writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { getLanguage } from '../../kernel/i18n.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { fileQueryOf } from '../../kernel/static-file.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { privacyNotice, toNoticeLanguage, withProduct } from './notice.ts';
import styles from './PrivacyScreen.module.css';

interface NoticePageProps {
  /** Where its files lie. */
  folder: 'privacy' | 'copyright';
  texts: { loading: string; failed: string };
}

/** A notice in the name of the variant, in one of the languages that it is written in (P-1.24). */
export function NoticePage({ folder, texts }: NoticePageProps) {
  const { t } = useTranslation('privacy');
  const language = getLanguage();
  const written = toNoticeLanguage(language);
  const product = useStore(branding, ({ brand }) => brand.app_name);
  const notice = useQuery(fileQueryOf(`/${folder}/${written}.json`, privacyNotice));
  const { error } = notice;
  useEffect(() => {
    // The name under which operators look for it is that of the specification (P-8.15).
    if (error) console.error('The copyright text could not be loaded.', error);
  }, [error]);
  return (
    <Loaded query={notice} skeleton={{ items: 4, label: texts.loading }} errorTitle={texts.failed} headingLevel={1}>
      {(loaded) => {
        const { title, intro, updated_at, sections } = withProduct(loaded, product);
        return (
          <div className={styles.screen}>
            {written !== language && (
              <Banner kind="info" icon="info">
                {t('otherLanguage')}
              </Banner>
            )}
            <article lang={written} className={styles.notice}>
              <h1>{title}</h1>
              <p>{intro}</p>
              {sections.map(({ id, title, text, items }) => (
                <section key={id} aria-labelledby={`${folder}-${id}`}>
                  <h2 id={`${folder}-${id}`}>{title}</h2>
                  <p>{text}</p>
                  {items.length > 0 && (
                    <ul>
                      {items.map((item) => (
                        <li key={item}>{item}</li>
                      ))}
                    </ul>
                  )}
                </section>
              ))}
            </article>
            <p className={styles.date}>{t('updated', { date: writeDate(language, updated_at, 'long') })}</p>
          </div>
        );
      }}
    </Loaded>
  );
}
