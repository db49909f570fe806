import { writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { LinkButton } from '../../ui/Button.tsx';

/** Announces the day from which on the school requires a second step. */
export function SecondStepSoon() {
  const { t, language } = useTranslation('two-factor', { useSuspense: false });
  const from = useSelf().second_step?.from;
  if (!from) return null;
  return (
    <Banner
      kind="warning"
      icon="lock"
      action={
        <LinkButton look="inverse" href="/settings/security/self">
          {t('duty.setUp')}
        </LinkButton>
      }
    >
      {t('duty.soon', { date: writeDate(language, from, 'long') })}
    </Banner>
  );
}
