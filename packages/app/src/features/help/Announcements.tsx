import { ANNOUNCEMENTS_MAXIMUM, helpApi } from '@kreide/core/features/help';
import { writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { branding } from '../../kernel/branding.ts';
import { queryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import styles from './Help.module.css';

/** What those who run the product tell everybody, the newest first; nothing where there is nothing (P-9.27). */
export function Announcements() {
  const { t, language } = useTranslation('help', { useSuspense: false });
  const isTold = useStore(branding, (state) => state.brand.announcements);
  const query = queryOf(
    helpApi.listAnnouncements,
    { query: { limit: `${ANNOUNCEMENTS_MAXIMUM}` } },
    { staleTime: 5 * 60_000, language, enabled: isTold },
  );
  const list = useQuery(query);
  if (!isTold || !list.data?.length) return null;
  return (
    <section className={styles.screen} aria-label={t('announcements.title')}>
      {list.data.map(({ id, title, text, published_at }) => (
        <Card key={id}>
          <article className={styles.release}>
            <h2>{title}</h2>
            <time dateTime={published_at}>{writeDate(language, published_at.slice(0, 10), 'long')}</time>
            {text
              .split(/\n+/)
              .filter((line) => line.trim() !== '')
              .map((line) => (
                <p key={line}>{line}</p>
              ))}
          </article>
        </Card>
      ))}
    </section>
  );
}
