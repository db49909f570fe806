import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { shelves } from '../../kernel/storage.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { IconButton, LinkButton } from '../../ui/Button.tsx';
import { noteRelease } from './newest-release.ts';

/** Says once after an update that there is something new (P-1.11). */
export function ReleaseBanner() {
  const { t, ready } = useTranslation(['help', 'shell'], { useSuspense: false });
  const app = useStore(branding, (state) => state.brand.app_name);
  const [isShown, setShown] = useState(true);
  useEffect(() => noteRelease(shelves.local), []);
  if (!isShown || !ready) return null;
  const close = () => setShown(false);
  return (
    <Banner
      kind="info"
      icon="news"
      action={
        <>
          <LinkButton look="inverse" href="/release-notes" onPress={close}>
            {t('releases.open')}
          </LinkButton>
          <IconButton icon="close" label={t('shell:close')} onPress={close} />
        </>
      }
    >
      {t('releases.announced', { app })}
    </Banner>
  );
}
