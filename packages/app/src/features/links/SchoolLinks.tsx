import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { OutsideRow, RowList } from '../../ui/RowList.tsx';
import styles from './Links.module.css';
import { linksQuery, useLinkEvents } from './links-queries.ts';

/** Where the school sends everybody, on `/more`; nothing where it has no links. */
export function SchoolLinks() {
  const { t } = useTranslation('links');
  const links = useQuery(linksQuery());
  useLinkEvents();
  // Most schools have none: nothing stands in their place while they are on their way.
  if (links.data?.length === 0 || links.isLoading) return null;
  return (
    <Card>
      <section className={styles.part} aria-label={t('heading')}>
        <h2>{t('heading')}</h2>
        <Loaded query={links} skeleton={{ items: 1, label: t('loading') }} errorTitle={t('errorTitle')}>
          {(all) => (
            <RowList label={t('heading')}>
              {all.map(({ id, title, address, about }) => (
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
          )}
        </Loaded>
      </section>
    </Card>
  );
}
