import { schoolOffersApi } from '@kreide/core/features/schools';
import { type PartnerOffer, PRIVACY_OPTIONS, PRODUCT } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { OfferIcon } from './OfferIcon.tsx';
import styles from './Offers.module.css';

/** One offer of a partner (C-2.41); an address that stands for none, or for one that is not for this person, says so. */
export function OfferScreen() {
  const { t } = useTranslation('schools');
  const { uuid = '' } = useParams();
  const query = useQuery(queryOf(schoolOffersApi.getOffer, { params: { offer: uuid } }));
  if (query.error?.code === 'not_found' || query.error?.code === 'invalid')
    return (
      <EmptyState
        icon="search"
        title={t('offers.goneTitle')}
        text={t('offers.goneText')}
        action={<LinkButton href={`/more/${PRODUCT}-plus`}>{t('offers.all')}</LinkButton>}
      />
    );
  return (
    <div className={styles.screen}>
      <Loaded query={query} skeleton={{ items: 2, label: t('offers.loading') }} errorTitle={t('offers.errorTitle')}>
        {(offer) => <Offer offer={offer} />}
      </Loaded>
    </div>
  );
}

function Offer({ offer }: { offer: PartnerOffer }) {
  const { t } = useTranslation('schools');
  const { title, subtitle, company_name, image, description, link_url, link_description } = offer;
  return (
    <Card isRoomy>
      <article className={styles.offer}>
        {image && <img src={image} alt="" className={styles.image} />}
        <header className={styles.head}>
          <OfferIcon {...offer} />
          <div>
            <h2>{title}</h2>
            {subtitle && <p>{subtitle}</p>}
            <p className={styles.quiet}>{t('offers.from', { company: company_name })}</p>
          </div>
        </header>
        {description.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph} className={styles.paragraph}>
            {paragraph}
          </p>
        ))}
        <Privacy offer={offer} />
        <div className={styles.way}>
          <LinkButton look="primary" icon="globe" href={link_url} target="_blank" rel="noopener noreferrer">
            {link_description}
          </LinkButton>
          <p className={styles.quiet}>{t('offers.leaves', { host: new URL(link_url).host })}</p>
        </div>
      </article>
    </Card>
  );
}

/** What becomes of data there: four yes or no, and what the partner says of it. */
function Privacy({ offer: { privacy_options, privacy_text, privacy_url } }: { offer: PartnerOffer }) {
  const { t } = useTranslation('schools');
  return (
    <section className={styles.privacy}>
      <h3>{t('offers.privacy')}</h3>
      <ul>
        {PRIVACY_OPTIONS.map((option) => (
          <li key={option}>{t(`offers.options.${option}.${privacy_options[option] ? 'yes' : 'no'}`)}</li>
        ))}
      </ul>
      {privacy_text && <p className={styles.paragraph}>{privacy_text}</p>}
      {privacy_url && (
        <p>
          <a href={privacy_url} target="_blank" rel="noopener noreferrer">
            {t('offers.privacyLink')}
          </a>
        </p>
      )}
    </section>
  );
}
