import { useTranslation } from '../../kernel/use-translation.ts';
import { Section } from '../settings/index.ts';
import { ArchiveForm } from './ArchiveForm.tsx';
import { ArchiveList } from './ArchiveList.tsx';
import styles from './PersonalData.module.css';

/** `/settings/:id/personal-data`: everything that is stored about oneself, to be taken along (D-6.08). */
export function OwnDataScreen() {
  const { t } = useTranslation('personal-data');
  return (
    <div className={styles.page}>
      <Section title={t('ask.title')} about={t('about')}>
        <p className={styles.muted}>{t('leftOut')}</p>
        <ArchiveForm id="self" />
      </Section>
      <ArchiveList id="self" />
    </div>
  );
}
