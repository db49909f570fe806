import type { Place } from '@kreide/core/features/planner';
import { weekdayNames } from '@kreide/core/kernel';
import { useTranslation } from '../../kernel/use-translation.ts';

/** A time of the week in words: "Monday, period 3"; without a time where there is none. */
export function usePlaceWords(): (place: Place | null) => string {
  const { t, language } = useTranslation('planner');
  const names = weekdayNames(language, 'long');
  return (place) => (place ? t('place', { name: names[place.weekday] ?? '', period: place.hour }) : t('noPlace'));
}
