import { getLanguage } from '../../kernel/i18n.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Preview } from './Preview.tsx';
import { toSnippet } from './snippets.ts';

interface NewsUseProps {
  base: string;
  slink: string;
}

/** The news embedded in the homepage. */
export function NewsUse({ base, slink }: NewsUseProps) {
  const { t } = useTranslation('schools');
  const texts = useCopyTexts();
  const snippet = toSnippet(base, 'kreide-news', { school: slink, limit: '3' });
  return (
    <>
      <CopyField label={t('embed')} value={snippet} texts={texts} />
      <CopyField label={t('feed')} value={`${base}/v1/public/news/${slink}.rss`} texts={texts} />
      <Preview element="news">
        <kreide-news school={slink} limit="3" locale={getLanguage()} />
      </Preview>
    </>
  );
}
