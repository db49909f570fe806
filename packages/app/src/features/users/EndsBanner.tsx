import { toLocal, toTime, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LinkButton } from '../../ui/Button.tsx';

/**
 * Says when the own account ends, and that somebody who has left may only read until then (C-2.134); or when the whole school does, if
 * that comes first, and where people save what is theirs.
 */
export function EndsBanner({ of, at }: { of: 'account' | 'school'; at: string }) {
  const { t, language } = useTranslation('users', { useSuspense: false });
  const { id, school, reads_only } = useSelf();
  const { date, minutes } = toLocal(new Date(at), school.time_zone);
  const said = { date: writeDate(language, date, 'long'), time: toTime(minutes) };
  if (of === 'school')
    return (
      <Banner
        kind="warning"
        icon="clock"
        action={
          <LinkButton look="inverse" href={`/settings/${id}/personal-data`}>
            {t('saveOwn')}
          </LinkButton>
        }
      >
        {t('schoolEnds', { ...said, school: school.name })}
      </Banner>
    );
  return (
    <Banner kind="warning" icon="clock">
      {t(reads_only ? 'reading' : 'ends', said)}
    </Banner>
  );
}
