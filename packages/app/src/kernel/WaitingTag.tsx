import { Tag } from '../ui/Tag.tsx';
import { useTranslation } from './use-translation.ts';

/** How much waits for somebody, in words; nothing while that is not known, or where nothing waits. */
export function WaitingTag({ count = 0 }: { count: number | undefined }) {
  const { t } = useTranslation('frame');
  return count > 0 && <Tag look="warning">{t('administration.waiting', { count })}</Tag>;
}
