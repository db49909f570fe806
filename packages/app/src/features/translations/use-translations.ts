import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { late } from '../../kernel/late.ts';
import { languagesQuery } from './languages-query.ts';

export const TranslateDialog = late(async () => (await import('./TranslateDialog.tsx')).TranslateDialog);

/** Whether this installation can translate, and the dialog that does it. */
export function useTranslations(): { canTranslate: boolean; Dialog: typeof TranslateDialog } {
  // Asked after the first picture, which needs none of it.
  const isDrawn = useDeferredValue(true, false);
  const { data } = useQuery({ ...languagesQuery, enabled: isDrawn });
  return { canTranslate: (data?.languages.length ?? 0) > 0, Dialog: TranslateDialog };
}
