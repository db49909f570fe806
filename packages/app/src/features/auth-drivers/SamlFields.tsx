import { type AuthDriverSettings, NAME_ID_FORMATS, type NameIdFormat } from '@kreide/core/features/auth-drivers';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './AuthDriver.module.css';

type Field = 'metadata_url' | 'metadata' | 'subject_attribute';

interface SamlFieldsProps {
  /** What a field shows, and what happens when somebody types into it. */
  field: (name: Field) => Omit<ComponentProps<typeof TextField>, 'label'>;
  format: NameIdFormat;
  onFormat: (format: NameIdFormat) => void;
  /** What has to be entered at the service. */
  ours: AuthDriverSettings['saml'];
}

/** What only a service of SAML has: where it describes itself, the name that it gives, and what it has to know of us. */
export function SamlFields({ field, format, onFormat, ours }: SamlFieldsProps) {
  const { t } = useTranslation('auth-drivers');
  const texts = { copy: t('copy'), copied: t('copied'), byHand: t('byHand') };
  return (
    <>
      <section className={styles.ours} aria-label={t('samlOurs')}>
        <p>{t('samlOurs')}</p>
        <CopyField label={t('samlEntity')} value={ours.entity_id} texts={texts} />
        <CopyField label={t('samlAcs')} value={ours.acs_url} texts={texts} />
        <CopyField label={t('samlLogout')} value={ours.logout_url} texts={texts} />
        <div>
          <LinkButton icon="download" href={ours.metadata_url} download>
            {t('samlDownload')}
          </LinkButton>
        </div>
      </section>
      <div className={styles.fields}>
        <TextField {...field('metadata_url')} label={t('metadataUrl')} description={t('metadataUrlHint')} />
        <TextField {...field('metadata')} label={t('metadata')} description={t('metadataHint')} lines={3} />
        <Select
          label={t('nameIdFormat')}
          options={NAME_ID_FORMATS.map((key) => ({ key, text: t(`format_${key}`) }))}
          value={format}
          onChange={onFormat}
        />
        <TextField {...field('subject_attribute')} label={t('subject')} description={t('samlSubjectHint')} />
      </div>
    </>
  );
}
