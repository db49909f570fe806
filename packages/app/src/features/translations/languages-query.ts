import { translationsApi } from '@kreide/core/features/translations';
import { queryOf } from '../../kernel/reading.ts';

/** What texts can be translated to; the service seldom changes. */
export const languagesQuery = queryOf(translationsApi.listLanguages, {}, { staleTime: 10 * 60 * 1000, retries: 0 });
