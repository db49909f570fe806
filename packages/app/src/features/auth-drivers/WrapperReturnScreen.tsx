import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { ServiceReturnScreen } from './ServiceReturnScreen.tsx';
import type { OpenReturn } from './service-return.ts';
import type { ToWrapper } from './wrapper-return.ts';

/** The way back into the app on the phone; in that app itself the second step. */
export function WrapperReturnScreen() {
  const data = useLoaderData<OpenReturn | ToWrapper>();
  return 'address' in data ? <BackToApp {...data} /> : <ServiceReturnScreen />;
}

function BackToApp({ address, here }: ToWrapper) {
  const { t } = useTranslation('auth-drivers');
  // Where the browser does not open it unasked, the button does.
  useEffect(() => window.location.assign(address), [address]);
  const ways = (
    <>
      <LinkButton look="primary" href={address}>
        {t('toApp')}
      </LinkButton>
      <LinkButton look="quiet" href={here}>
        {t('notToApp')}
      </LinkButton>
    </>
  );
  return <EmptyState headingLevel={1} icon="checkCircle" title={t('toAppTitle')} text={t('toAppText')} action={ways} />;
}
