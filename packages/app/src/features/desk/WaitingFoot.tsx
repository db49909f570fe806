import type { Decision, DeskDay } from '@kreide/core/features/desk';
import { useMutation } from '@tanstack/react-query';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { askAgain, withdrawLater } from './desk-queries.ts';
import { useMoment } from './use-moment.ts';

interface WaitingFootProps {
  day: DeskDay;
  drafts: readonly Decision[];
  onLook: () => void;
}

/** What of the day is not published yet, and when it will be by itself. */
export function WaitingFoot({ day: { publication }, drafts, onLook }: WaitingFootProps) {
  const { t } = useTranslation('desk');
  const sayMoment = useMoment();
  const withdraw = useMutation(withdrawLater);
  if (drafts.length === 0 && publication?.done_at !== null) return null;
  const takeBack = (id: number) =>
    withdraw.mutate(
      { params: { id: `${id}` } },
      {
        onSuccess: () => toasts.show('success', t('later.backDone')),
        onError: (error) => {
          toasts.show('error', toSaid(error));
          void askAgain();
        },
      },
    );
  const sayPublication = () => {
    if (!publication) return null;
    const { publish_at, done_at, published, is_refused, by } = publication;
    if (is_refused) return t('later.refused');
    const at = sayMoment(publish_at);
    if (done_at !== null) return t('later.done', { at, total: published });
    const total = drafts.filter(({ due }) => due === 'WAITING').length;
    return t('later.waits', { at, name: by ?? t('somebody'), total });
  };
  const said = sayPublication();
  return (
    <div className={styles.foot}>
      <div role="status" className={styles.words}>
        <p>{t('waiting', { total: drafts.length })}</p>
        {said && <p className={styles.muted}>{said}</p>}
      </div>
      <div className={styles.bar}>
        {publication?.done_at === null && (
          <Button look="quiet" isPending={withdraw.isPending} onPress={() => takeBack(publication.id)}>
            {t('later.back')}
          </Button>
        )}
        {drafts.length > 0 && (
          <Button look="primary" onPress={onLook}>
            {t('look')}
          </Button>
        )}
      </div>
    </div>
  );
}
