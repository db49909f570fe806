import { getNews, type NewsItem, newsApi, newsFeed } from '@kreide/core/features/news';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { applyToNews, useNewsReader } from './apply-news.ts';
import styles from './Confirmation.module.css';
import { ReadersDialog } from './ReadersDialog.tsx';

/** A receiver confirms an item (C-2.109, C-4.31); its author, and who manages news, see how many have (C-2.110). */
export function Confirmation({ item }: { item: NewsItem }) {
  const { t } = useTranslation('news');
  const reader = useNewsReader();
  const [isOpen, setOpen] = useState(false);
  const confirm = useMutation({
    ...mutationOf(newsApi.confirm, { touches: [newsFeed, getNews] }),
    onSuccess: (confirmed) => applyToNews({ type: 'saved', item: confirmed }, reader()),
  });
  const { id, can, meta } = item;
  const counts = meta.statistics?.confirmed;
  return (
    <div className={styles.confirmation}>
      {isAllowed(can, 'confirm') &&
        (meta.is_confirmed ? (
          <Tag look="success" icon="check">
            {t('confirm.done')}
          </Tag>
        ) : (
          <Button
            look="primary"
            icon="check"
            isPending={confirm.isPending}
            onPress={() => confirm.mutate({ params: { id: String(id) } })}
          >
            {t('confirm.button')}
          </Button>
        ))}
      {isAllowed(can, 'view-statistics') && counts && (
        <>
          <Share {...counts} />
          {meta.exports && <Button onPress={() => setOpen(true)}>{t('confirm.readers')}</Button>}
        </>
      )}
      {isOpen && <ReadersDialog item={item} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** How many of how many, as a pie and in words. */
function Share({ total, current, families }: NonNullable<NewsItem['meta']['statistics']>['confirmed']) {
  const { t, language } = useTranslation('news');
  const share = total === 0 ? 0 : current / total;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(share * 100) / 100);
  return (
    <span className={styles.share}>
      <svg viewBox="0 0 32 32" width={32} height={32} aria-hidden="true">
        <circle className={styles.whole} cx={16} cy={16} r={16} />
        <circle className={styles.part} cx={16} cy={16} r={8} pathLength={1} strokeDasharray={`${share} 1`} />
      </svg>
      {t('confirm.share', { current, total, percent })}
      {families?.total > 0 && ` · ${t('confirm.families', { current: families.current, count: families.total })}`}
    </span>
  );
}
