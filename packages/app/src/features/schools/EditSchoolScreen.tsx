import { schoolRecordApi } from '@kreide/core/features/schools';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { FeaturesCard } from './FeaturesCard.tsx';
import { LogoCard } from './LogoCard.tsx';
import { OperatorContactForm } from './OperatorContactForm.tsx';
import { RecordForm } from './RecordForm.tsx';
import { SchoolSearch } from './SchoolSearch.tsx';
import styles from './SchoolSettingsScreen.module.css';

/** The school as a record: name, kind and place, logo, whom to ask, and its features (T-2.102). */
export function EditSchoolScreen() {
  const { t } = useTranslation('schools');
  const { school } = useSelf();
  const [search] = useSearchParams();
  const params = { id: `${school.id}` };
  const record = useQuery(queryOf(schoolRecordApi.getRecord, { params, query: {} }, { staleTime: 0 }));
  const types = useQuery(queryOf(schoolRecordApi.listTypes, {}));
  const contact = useQuery(queryOf(schoolRecordApi.getContactPerson, { params }, { staleTime: 0 }));
  const skeleton = { items: 3, label: t('settings.loading') };
  const showsSearch = ['1', 'true', ''].includes(search.get('showSchoolSearch') ?? 'no');
  return (
    <div className={styles.screen}>
      {showsSearch && <SchoolSearch ownUuid={school.uuid} />}
      <Loaded query={record} skeleton={skeleton} errorTitle={t('settings.errorTitle')}>
        {(found) => (
          <>
            <Card>
              <section className={styles.card} aria-label={t('record.title')}>
                <h2>{t('record.title')}</h2>
                <RecordForm record={found} types={types.data ?? (found.type ? [found.type] : [])} />
              </section>
            </Card>
            <LogoCard record={found} />
          </>
        )}
      </Loaded>
      <Card>
        <section className={styles.card} aria-label={t('contact.title')}>
          <h2>{t('contact.title')}</h2>
          <p>{t('contact.about')}</p>
          <Loaded query={contact} skeleton={skeleton} errorTitle={t('settings.errorTitle')}>
            {(found) => <OperatorContactForm schoolId={school.id} contact={found} />}
          </Loaded>
        </section>
      </Card>
      <FeaturesCard schoolId={school.id} />
    </div>
  );
}
