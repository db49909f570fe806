import { type NewsItem, newsApi } from '@kreide/core/features/news';
import { Suspense, useState } from 'react';
import { call } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TranslateDialog } from '../translations/index.ts';
import styles from './NewsText.module.css';

/** An item in another language, when its reader asks for it (C-2.113, C-1.11). */
export function NewsTranslation({ item, onClose }: { item: NewsItem; onClose: () => void }) {
  const params = { id: String(item.id) };
  return (
    <Suspense>
      <TranslateDialog
        ask={(lang) => call(newsApi.translate, { params, query: { lang } }, { retries: 0 })}
        show={(texts, lang) => <Versions item={item} texts={texts} lang={lang} />}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** What the service made of it, and what was written, one at a time. */
function Versions({ item, texts, lang }: { item: NewsItem; texts: readonly string[]; lang: string }) {
  const { t } = useTranslation('news');
  const [version, setVersion] = useState<'translation' | 'original'>('translation');
  const isOriginal = version === 'original';
  const [title = '', content = ''] = isOriginal ? [item.title, item.content_rendered] : texts;
  return (
    <>
      <SegmentedControl
        label={t('translation.version')}
        segments={[
          { key: 'translation', label: t('translation.translation') },
          { key: 'original', label: t('translation.original') },
        ]}
        value={version}
        onChange={setVersion}
      />
      <div role="status" dir="auto" lang={isOriginal ? '' : lang}>
        <h3>{title}</h3>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises news and their translations (D-4.10) */}
        <div className={styles.text} dangerouslySetInnerHTML={{ __html: content }} />
      </div>
    </>
  );
}
