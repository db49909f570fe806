import { useState } from 'react';
import type { MutedView } from '../kernel/feature.ts';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Banner } from '../ui/Banner.tsx';
import { IconButton, LinkButton } from '../ui/Button.tsx';
import { forgetMuted } from './muted.ts';

/** Says that notifications are muted in this view, until it is closed (T-4.38, T-4.40). */
export function MutedBanner({ view }: { view: MutedView }) {
  const { t } = useTranslation('shell');
  const { id } = useSelf();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  function close() {
    forgetMuted(view);
    setShown(false);
  }
  return (
    <Banner
      kind="info"
      icon="bell"
      action={
        <>
          <LinkButton look="inverse" href={`/settings/${id}/notifications`}>
            {t('muted.open')}
          </LinkButton>
          <IconButton icon="close" label={t('close')} onPress={close} />
        </>
      }
    >
      {t('muted.text')}
    </Banner>
  );
}
