import { writeMoment } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

/** Writes the times of a choice, in the school's zone. */
export function useMoments() {
  const { t, language } = useTranslation('choices');
  const zone = useSelf().school.time_zone;
  const write = (at: string) => writeMoment(language, new Date(at), zone, 'medium');
  return {
    write,
    spanOf: ({ opens_at, closes_at }: { opens_at: string; closes_at: string }) =>
      t('time', { from: write(opens_at), to: write(closes_at) }),
  };
}
