import type { PublicAccessState } from '@kreide/core/features/schools';
import { getLanguage } from '../../kernel/i18n.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Preview } from './Preview.tsx';
import { toBase, toSnippet } from './snippets.ts';

interface NewsUseProps {
  access: PublicAccessState;
  slink: string;
}

/** The news embedded in the homepage. */
export function NewsUse({ access, slink }: NewsUseProps) {
  const { t } = useTranslation('schools');
  const snippet = toSnippet(toBase(access.monitor_links.sub), 'kreide-news', { school: slink, limit: '3' });
  return (
    <>
      <CopyField label={t('embed')} value={snippet} texts={useCopyTexts()} />
      <Preview element="news">
        <kreide-news school={slink} limit="3" locale={getLanguage()} />
      </Preview>
    </>
  );
}
