import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { leaveTrial, readFrom } from './trial.ts';

/** Says on every page of an invented school what it is, and leads back to the real one. */
export function TrialBanner() {
  const { t } = useTranslation('onboarding');
  const [from] = useState(readFrom);
  return (
    <Banner
      kind="warning"
      icon="info"
      action={
        from && (
          <Button look="inverse" onPress={() => void leaveTrial(from)}>
            {t('trial.back')}
          </Button>
        )
      }
    >
      {t('trial.banner')}
    </Banner>
  );
}
