import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { OutsideRow, RowList } from '../../ui/RowList.tsx';
import styles from './Links.module.css';
import { linksQuery, useLinkEvents } from './links-queries.ts';

/** Where the school sends everybody, on `/more`; nothing where it has no links. */
export function SchoolLinks() {
  const { t } = useTranslation('links');
  const { data: links = [] } = useQuery(linksQuery());
  useLinkEvents();
  if (links.length === 0) return null;
  return (
    <Card>
      <section className={styles.part} aria-label={t('heading')}>
        <h2>{t('heading')}</h2>
        <RowList label={t('heading')}>
          {links.map(({ id, title, address, about }) => (
            <OutsideRow
              key={id}
              icon="globe"
              href={address}
              hint={t('newTab')}
              text={title}
              about={about || new URL(address).host}
            />
          ))}
        </RowList>
      </section>
    </Card>
  );
}
