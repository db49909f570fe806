import { timeLeft } from '@kreide/core/features/settings';
import { useTranslation } from '../../kernel/use-translation.ts';

/** Hours, then minutes, then less than a minute (C-4.68, P-4.22). */
export function TimeLeft({ end, now }: { end: string; now: Date }) {
  const { t } = useTranslation('settings');
  const { unit, count } = timeLeft(end, now);
  return <span>{unit === 'moment' ? t('left.moment') : t(`left.${unit}`, { count })}</span>;
}
