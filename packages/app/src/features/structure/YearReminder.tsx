import { YEAR_REMINDER_KEY, YEAR_REMINDER_PAUSE, yearReminderOf } from '@kreide/core/features/structure';
import { toLocal, writeDate } from '@kreide/core/kernel';
import { useState } from 'react';
import { useSelf } from '../../kernel/session.ts';
import { shelves } from '../../kernel/storage.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { IconButton, LinkButton } from '../../ui/Button.tsx';

const hiddenUntil = (): number => Number(shelves.local.getItem(YEAR_REMINDER_KEY)) || 0;

/** Reminds of switching the school year when it ends; only for those who may (C-2.131 to C-2.133, P-6.11, P-9.23). */
export function YearReminder() {
  const { t, language } = useTranslation('structure', { useSuspense: false });
  const { school } = useSelf();
  const [isHidden, setHidden] = useState(() => hiddenUntil() > Date.now());
  const { schoolyears, active_schoolyear_id } = school.timetable;
  const today = toLocal(new Date(), school.time_zone).date;
  const reminder = yearReminderOf(schoolyears, active_schoolyear_id, today);
  const year = schoolyears.find(({ id }) => id === active_schoolyear_id);
  if (isHidden || !reminder || !year) return null;
  function close() {
    shelves.local.setItem(YEAR_REMINDER_KEY, String(Date.now() + YEAR_REMINDER_PAUSE));
    setHidden(true);
  }
  return (
    <Banner
      kind="warning"
      icon="calendar"
      action={
        <>
          <LinkButton look="inverse" href={`/management/${school.uuid}/school-year-change-validation`}>
            {t('reminder.open')}
          </LinkButton>
          <IconButton icon="close" label={t('reminder.close')} onPress={close} />
        </>
      }
    >
      {t(`reminder.${reminder}`, { name: year.name, date: writeDate(language, year.ends_at, 'long') })}
    </Banner>
  );
}
