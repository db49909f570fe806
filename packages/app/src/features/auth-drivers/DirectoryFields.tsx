import type { ComponentProps } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';
import styles from './AuthDriver.module.css';

type Field = 'base_dn' | 'user_filter' | 'subject_attribute' | 'authority';

interface DirectoryFieldsProps {
  /** What a field shows, and what happens when somebody types into it. */
  field: (name: Field) => Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** What only a directory has: where its people stand, how one is found, and who vouches for it. */
export function DirectoryFields({ field }: DirectoryFieldsProps) {
  const { t } = useTranslation('auth-drivers');
  return (
    <div className={styles.fields}>
      <TextField {...field('base_dn')} label={t('base')} />
      <TextField {...field('user_filter')} label={t('filter')} description={t('filterHint')} />
      <TextField {...field('subject_attribute')} label={t('subject')} description={t('subjectHint')} />
      <TextField {...field('authority')} label={t('authority')} description={t('authorityHint')} lines={3} />
    </div>
  );
}
