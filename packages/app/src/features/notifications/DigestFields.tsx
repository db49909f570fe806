import { DIGESTS, type Digest, type NotificationSettings } from '@kreide/core/features/notifications';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';

interface DigestFieldsProps {
  known: Pick<NotificationSettings, 'mail' | 'digest_at'>;
  value: Digest;
  onChange: (value: Digest) => void;
}

/** How often a mail counts what is unread; not there where the server sends no mails. */
export function DigestFields({ known: { mail, digest_at }, value, onChange }: DigestFieldsProps) {
  const { t } = useTranslation('notifications');
  if (mail === 'off') return null;
  return (
    <>
      <h2>{t('settings.digest')}</h2>
      <p>{t('settings.digestText', { time: digest_at })}</p>
      {mail === 'no_address' && <p>{t('settings.noAddress')}</p>}
      <ChoiceList
        label={t('settings.digest')}
        options={DIGESTS.map((key) => ({ key, text: t(`settings.digest_${key}`) }))}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
