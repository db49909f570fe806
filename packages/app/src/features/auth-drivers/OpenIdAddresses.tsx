import type { AuthDriverSettings } from '@kreide/core/features/auth-drivers';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import styles from './AuthDriver.module.css';

/** What a service of OpenID Connect has to know of us: it works with the first address alone. */
export function OpenIdAddresses({ ours }: { ours: Pick<AuthDriverSettings, 'redirect_uri' | 'openid'> }) {
  const { t } = useTranslation('auth-drivers');
  const texts = { copy: t('copy'), copied: t('copied'), byHand: t('byHand') };
  return (
    <div className={styles.ours}>
      <CopyField label={t('redirect')} value={ours.redirect_uri} texts={texts} />
      <CopyField label={t('postLogout')} value={ours.openid.post_logout_uri} texts={texts} />
      <CopyField label={t('backChannel')} value={ours.openid.backchannel_uri} texts={texts} />
    </div>
  );
}
