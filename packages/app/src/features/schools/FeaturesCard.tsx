import { SCHOOL_FEATURES, schoolRecordApi } from '@kreide/core/features/schools';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import styles from './SchoolSettingsScreen.module.css';

/** The features that the operator has switched on for this school; it is theirs to change (P-1.20). */
export function FeaturesCard({ schoolId }: { schoolId: number }) {
  const { t } = useTranslation('schools');
  const query = useQuery(queryOf(schoolRecordApi.getFeatures, { params: { id: `${schoolId}` } }));
  return (
    <Card>
      <section className={styles.card} aria-label={t('features.title')}>
        <h2>{t('features.title')}</h2>
        <p>{t('features.about')}</p>
        <Loaded
          query={query}
          skeleton={{ items: 2, label: t('settings.loading') }}
          errorTitle={t('settings.errorTitle')}
        >
          {(features) => (
            <ul className={styles.features}>
              {SCHOOL_FEATURES.map((key) => (
                <li key={key}>
                  <span>{t(`features.${key}`)}</span>
                  <Tag look={features[key] ? 'success' : 'plain'}>
                    {t(features[key] ? 'features.on' : 'features.off')}
                  </Tag>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </Card>
  );
}
