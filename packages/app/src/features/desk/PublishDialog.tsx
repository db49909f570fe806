import type { Decision, DeskDay } from '@kreide/core/features/desk';
import { useMutation } from '@tanstack/react-query';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Desk.module.css';
import { askAgain, publishDrafts } from './desk-queries.ts';
import { LaterPart } from './LaterPart.tsx';
import { useDeskWords } from './use-desk-words.ts';

interface PublishDialogProps {
  day: DeskDay;
  drafts: readonly Decision[];
  onClose: () => void;
}

/** What pupils, parents and teachers will read, before it is published: exactly these drafts, in these versions. */
export function PublishDialog({ day, drafts, onClose }: PublishDialogProps) {
  const { t } = useTranslation(['desk', 'shell']);
  const { nameLesson, toRead } = useDeskWords();
  const publish = useMutation(publishDrafts);
  const send = () =>
    publish.mutate(
      { body: { date: day.date, decisions: drafts.map(({ id, version }) => ({ id, version })) } },
      {
        onSuccess: () => {
          toasts.show('success', t('publishedToast'));
          onClose();
        },
        onError: (error) => {
          toasts.show('error', toSaid(error));
          void askAgain();
        },
      },
    );
  const lessonOf = ({ id }: Decision) => day.lessons.find(({ decision }) => decision?.id === id);
  return (
    <Dialog
      isOpen
      title={t('reads.title')}
      closeLabel={t('shell:close')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={publish.isPending} onPress={send}>
            {t('publish')}
          </Button>
        </>
      }
    >
      <p className={styles.muted}>{t('reads.text')}</p>
      <ul className={styles.list}>
        {drafts.flatMap((draft) => {
          const lesson = lessonOf(draft);
          if (draft.reads.length === 0)
            return (
              <li key={draft.id} className={styles.read}>
                {t('reads.asPlanned', { lesson: lesson ? nameLesson(lesson) : (draft.comment ?? '') })}
              </li>
            );
          return draft.reads.map((one) => {
            const { whom, title, when, difference, comment } = toRead(one);
            return (
              <li key={one.uuid} className={styles.read}>
                <span className={styles.muted}>{whom || t('reads.whole')}</span>
                <b>{title}</b>
                <span>{when}</span>
                {difference && <span>{difference}</span>}
                {comment && <span>{comment}</span>}
              </li>
            );
          });
        })}
      </ul>
      <LaterPart day={day} drafts={drafts} onDone={onClose} />
    </Dialog>
  );
}
