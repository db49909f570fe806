import { toLocal, toTime, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Says when the own account ends, as long as that is set, and that somebody who has left may only read until then (C-2.134). */
export function EndsBanner({ at }: { at: string }) {
  const { t, language } = useTranslation('users', { useSuspense: false });
  const { school, reads_only } = useSelf();
  const { date, minutes } = toLocal(new Date(at), school.time_zone);
  return (
    <Banner kind="warning" icon="clock">
      {t(reads_only ? 'reading' : 'ends', { date: writeDate(language, date, 'long'), time: toTime(minutes) })}
    </Banner>
  );
}
