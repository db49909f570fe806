import type { Translation } from '@kreide/core/features/translations';
import { useQuery } from '@tanstack/react-query';
import { late } from '../../kernel/late.ts';
import { languagesQuery } from './languages-query.ts';

/** A text that somebody wants to read in another language. */
export interface ToTranslate {
  /** The same text in another language; asked for when the person says so, never before (C-1.11). */
  readonly ask: (lang: string) => Promise<Translation>;
}

const TranslateDialog = late(async () => (await import('./TranslateDialog.tsx')).TranslateDialog);

/** Whether this installation can translate, and the dialog that does it. */
export function useTranslations(): { canTranslate: boolean; Dialog: typeof TranslateDialog } {
  const { data } = useQuery(languagesQuery);
  return { canTranslate: (data?.languages.length ?? 0) > 0, Dialog: TranslateDialog };
}
