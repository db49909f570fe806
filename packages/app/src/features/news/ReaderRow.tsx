import {
  getNews,
  type NewsItem,
  type NewsReaderRow,
  newsApi,
  newsFeed,
  type ReaderGroup,
} from '@kreide/core/features/news';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { applyToNews, useNewsReader } from './apply-news.ts';
import styles from './Confirmation.module.css';

interface ReaderRowProps {
  item: NewsItem;
  reader: NewsReaderRow;
  group: ReaderGroup;
}

/** Somebody who was asked to confirm an item: when and how they did, or what became of the mail; a slip is entered here. */
export function ReaderRow({ item, reader, group }: ReaderRowProps) {
  const { t, language } = useTranslation('news');
  const { school } = useSelf();
  const newsReader = useNewsReader();
  const { id, displayname: name, confirmed_at, via, mail, has_left } = reader;
  const hasSlip = via === 'paper';
  const options = {
    touches: [newsApi.listReaders, newsApi.listUnreached, newsFeed, getNews],
    messages: false,
  } as const;
  const onSuccess = (changed: NewsItem) => {
    applyToNews({ type: 'saved', item: changed }, newsReader());
    toasts.show('success', t(hasSlip ? 'paper.removed' : 'paper.entered', { name }), { topic: 'news slips' });
  };
  const enter = useMutation({ ...mutationOf(newsApi.confirmOnPaper, options), onSuccess });
  const remove = useMutation({ ...mutationOf(newsApi.removePaper, options), onSuccess });
  const slip = hasSlip ? remove : enter;
  const about = [
    confirmed_at && writeMoment(language, new Date(confirmed_at), school.time_zone, 'long'),
    via && t(`via.${via}`),
    !confirmed_at && mail && t(`mailed.${mail}`),
    has_left && group !== 'left' && t('confirm.left'),
    slip.error?.message,
  ].filter(Boolean);
  return (
    <div className={styles.reader}>
      <span>
        {name} <span className={styles.about}>{about.join(' · ')}</span>
      </span>
      {(hasSlip || group === 'open' || group === 'unreached') && (
        <Button
          look="quiet"
          aria-label={t(hasSlip ? 'paper.removeNamed' : 'paper.enterNamed', { name })}
          isPending={slip.isPending}
          onPress={() => slip.mutate({ params: { id: String(item.id), user_id: String(id) } })}
        >
          {t(hasSlip ? 'paper.remove' : 'paper.enter')}
        </Button>
      )}
    </div>
  );
}
