import { toLocal, toTime, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Says when the own account ends, as long as that is set (C-2.134). */
export function EndsBanner({ at }: { at: string }) {
  const { t, language } = useTranslation('users', { useSuspense: false });
  const { time_zone } = useSelf().school;
  const { date, minutes } = toLocal(new Date(at), time_zone);
  return (
    <Banner kind="warning" icon="clock">
      {t('ends', { date: writeDate(language, date, 'long'), time: toTime(minutes) })}
    </Banner>
  );
}
