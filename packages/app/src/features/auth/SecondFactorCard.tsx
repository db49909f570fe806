import { type SecondFactor, secondStepApi } from '@kreide/core/features/auth';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { type FactorWish, SELF } from './factor-wish.ts';
import styles from './SecondFactor.module.css';

const SecondFactorDialog = late(async () => (await import('./SecondFactorDialog.tsx')).SecondFactorDialog);

/** Whether a second step is on, and everything that changes it. */
export function SecondFactorCard() {
  const { t } = useTranslation(['two-factor', 'shell', 'errors']);
  const query = useQuery(queryOf(secondStepApi.getSecondFactor, SELF));
  return (
    <>
      <h2>{t('settings.title')}</h2>
      <p>{t('settings.about')}</p>
      <Loaded
        query={query}
        skeleton={{ items: 1, label: t('shell:titles.loading') }}
        errorTitle={t('shell:connectionLost.title')}
      >
        {(factor) => <Ways factor={factor} />}
      </Loaded>
    </>
  );
}

function Ways({ factor }: { factor: SecondFactor }) {
  const { t } = useTranslation('two-factor');
  const [wish, setWish] = useState<FactorWish | null>(null);
  const { is_enabled, mode, address, recovery_codes, passkeys } = factor;
  const state = { email: 'settings.onEmail', totp: 'settings.onTotp', passkey: 'settings.onPasskey' } as const;
  const ways = is_enabled
    ? ({ totp: 'settings.toTotp', email: 'settings.toEmail', passkey: 'settings.toPasskey' } as const)
    : ({ totp: 'settings.byTotp', email: 'settings.byEmail', passkey: 'settings.byPasskey' } as const);
  return (
    <>
      <p className={styles.state}>{is_enabled ? t(state[mode], { address: address ?? '' }) : t('settings.off')}</p>
      {is_enabled && <p>{t('settings.left', { count: recovery_codes })}</p>}
      <div className={styles.actions}>
        {!(is_enabled && mode === 'totp') && (
          <Button look={is_enabled ? 'secondary' : 'primary'} icon="lock" onPress={() => setWish('totp')}>
            {t(ways.totp)}
          </Button>
        )}
        {!(is_enabled && mode === 'email') && address !== null && (
          <Button icon="bell" onPress={() => setWish('email')}>
            {t(ways.email)}
          </Button>
        )}
        {!(is_enabled && mode === 'passkey') && passkeys.length > 0 && (
          <Button icon="user" onPress={() => setWish('passkey')}>
            {t(ways.passkey)}
          </Button>
        )}
        {is_enabled && (
          <Button icon="refresh" onPress={() => setWish('renew')}>
            {t('settings.renew')}
          </Button>
        )}
        {is_enabled && (
          <Button icon="close" onPress={() => setWish('off')}>
            {t('settings.turnOff')}
          </Button>
        )}
      </div>
      {!is_enabled && address === null && <p>{t('settings.noAddress')}</p>}
      <Suspense fallback={null}>
        {wish && <SecondFactorDialog wish={wish} factor={factor} onClose={() => setWish(null)} />}
      </Suspense>
    </>
  );
}
