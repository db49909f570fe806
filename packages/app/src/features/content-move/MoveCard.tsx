import { contentMoveApi, type MoveChannel, type MoveSituation } from '@kreide/core/features/content-move';
import { isAllowed, writeMoment } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { toReason, toSaid } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChooseDialog, type Wanted } from './ChooseDialog.tsx';
import { ConfirmMove } from './ConfirmMove.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import styles from './Move.module.css';
import { useMoveActions } from './use-move.ts';

type Step = 'choose' | 'group' | 'confirm' | 'decline' | 'undo' | null;
const WANTED: Wanted = { chat: true, cloud: true };

/** What becomes of the content of a channel: moved, declined, or back again, by the direction of its school year (C-4.78). */
export function MoveCard({ situation }: { situation: MoveSituation }) {
  const { t, language } = useTranslation(['content-move', 'shell', 'errors']);
  const { school } = useSelf();
  const { direction, is_movable, channel, other, move } = situation;
  const [step, setStep] = useState<Step>(null);
  const [wanted, setWanted] = useState(WANTED);
  const [chosen, setChosen] = useState<MoveChannel | null>(null);
  const params = { id: String(channel.id) };
  const isDone = move?.state === 'DONE';
  const isUnderWay = move?.state === 'MOVING' || move?.state === 'UNDOING';
  const isOpen = is_movable && !isUnderWay;
  const single = useQuery({ ...queryOf(contentMoveApi.listSingle, { params }), enabled: isOpen });
  const related = useQuery({ ...queryOf(contentMoveApi.listRelated, { params }), enabled: isOpen });
  const { startEmpty, archive, undo } = useMoveActions();
  const isCurrent = direction === 'current';
  const decline = isCurrent ? startEmpty : archive;
  const best = [...(single.data?.self ?? []), ...(single.data?.others ?? [])][0] ?? null;
  const all = [...(related.data?.self ?? []), ...(related.data?.others ?? [])];
  const partner = chosen ?? best ?? all[0] ?? null;
  const close = () => setStep(null);
  const error = decline.error ?? undo.error;
  return (
    <Card>
      <section className={styles.section} aria-label={t('title')}>
        {isUnderWay && (
          <p role="status">{t(move.state === 'MOVING' ? 'card.moving' : 'card.undoing', { percent: move.progress })}</p>
        )}
        {isDone && other && (
          <p>{t(move.new_channel_id === channel.id ? 'card.from' : 'card.to', { name: other.displayname })}</p>
        )}
        {isDone && isAllowed(move.can, 'undo') && (
          <>
            <p className={styles.hint}>
              {t('card.until', {
                moment: writeMoment(language, new Date(move.undo_until), school.time_zone, 'medium'),
              })}
            </p>
            <div className={styles.actions}>
              <Button onPress={() => setStep('undo')}>{t('card.undo')}</Button>
            </div>
          </>
        )}
        {!is_movable && !move && <p>{t('card.decided')}</p>}
        {isOpen && (
          <>
            <p>{t(isCurrent ? 'card.current' : 'card.old')}</p>
            {related.data && all.length === 0 && <p className={styles.hint}>{t('card.soon')}</p>}
            <div className={styles.actions}>
              {partner && (
                <Button look="primary" onPress={() => setStep('choose')}>
                  {t(isCurrent ? 'card.take' : 'card.move')}
                </Button>
              )}
              <Button onPress={() => setStep('decline')}>{t(isCurrent ? 'card.empty' : 'card.archive')}</Button>
            </div>
          </>
        )}
        <Problem text={error && (error.issues.length > 0 ? toSaid(error) : toReason(t, error))} />
      </section>
      {step === 'choose' && partner && (
        <ChooseDialog
          isFrom={isCurrent}
          partner={partner}
          wanted={wanted}
          canChoose={all.length > 1}
          onWant={setWanted}
          onOther={() => setStep('group')}
          onNext={() => setStep('confirm')}
          onClose={close}
        />
      )}
      {step === 'group' && related.data && partner && (
        <GroupDialog
          related={related.data}
          chosen={partner}
          onChoose={(one) => {
            setChosen(one);
            setStep('choose');
          }}
          onClose={() => setStep('choose')}
        />
      )}
      {step === 'confirm' && partner && (
        <ConfirmMove
          from={isCurrent ? partner : channel}
          to={isCurrent ? channel : partner}
          wanted={wanted}
          isOld={!isCurrent}
          onClose={close}
        />
      )}
      {step === 'decline' && (
        <ConfirmDialog
          title={t(isCurrent ? 'decline.emptyTitle' : 'decline.archiveTitle')}
          texts={{
            confirm: t(isCurrent ? 'card.empty' : 'card.archive'),
            cancel: t('cancel'),
            close: t('shell:close'),
          }}
          look="primary"
          isPending={decline.isPending}
          onConfirm={() =>
            decline.mutate(
              { params },
              {
                onSuccess: () => toasts.show('success', t(isCurrent ? 'toast.empty' : 'toast.archived')),
                onSettled: close,
              },
            )
          }
          onClose={close}
        >
          <p>{t(isCurrent ? 'decline.emptyText' : 'decline.archiveText')}</p>
        </ConfirmDialog>
      )}
      {step === 'undo' && move && (
        <ConfirmDialog
          title={t('undo.title')}
          texts={{ confirm: t('card.undo'), cancel: t('cancel'), close: t('shell:close') }}
          isPending={undo.isPending}
          onConfirm={() =>
            undo.mutate(
              { params: { moveId: String(move.id) } },
              { onSuccess: () => toasts.show('success', t('toast.undone')), onSettled: close },
            )
          }
          onClose={close}
        >
          <p>{t('undo.text')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
