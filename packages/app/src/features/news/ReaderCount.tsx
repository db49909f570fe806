import type { NewsReceivers } from '@kreide/core/features/news';
import { useTranslation } from '../../kernel/use-translation.ts';

/** How many people read an item, and of how many families the parents among them are. */
export function ReaderCount({ of: { readers_count, families_count } }: { of: NewsReceivers }) {
  const { t } = useTranslation('news');
  const families = families_count > 0 ? ` (${t('receivers.families', { count: families_count })})` : '';
  return t('receivers.readers', { count: readers_count }) + families;
}
