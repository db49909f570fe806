import { schoolOffersApi } from '@kreide/core/features/schools';
import { PRODUCT } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkRow, RowList } from '../../ui/RowList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { OfferIcon } from './OfferIcon.tsx';
import styles from './Offers.module.css';

/** What partners of the operator offer to this person (C-2.40). */
export function OffersScreen() {
  const { t } = useTranslation('schools');
  const query = useQuery(queryOf(schoolOffersApi.listOffers, {}));
  return (
    <div className={styles.screen}>
      <p className={styles.quiet}>{t('offers.intro')}</p>
      <Loaded
        query={query}
        skeleton={{ items: 3, label: t('offers.loading') }}
        errorTitle={t('offers.errorTitle')}
        empty={<EmptyState icon="search" title={t('offers.noneTitle')} text={t('offers.noneText')} />}
      >
        {(offers) => (
          <Card>
            <RowList label={t('offers.title')}>
              {offers.map(({ uuid, title, company_name, pitch, ...offer }) => (
                <LinkRow
                  key={uuid}
                  href={`/more/${PRODUCT}-plus/${uuid}`}
                  lead={<OfferIcon {...offer} />}
                  text={title}
                  about={t('offers.about', { pitch, company: company_name })}
                />
              ))}
            </RowList>
          </Card>
        )}
      </Loaded>
    </div>
  );
}
