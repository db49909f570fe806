import type { MoveChannel } from '@kreide/core/features/content-move';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Move.module.css';

/** Which content moves. */
export interface Wanted {
  chat: boolean;
  cloud: boolean;
}

interface ChooseDialogProps {
  /** Does the content come from the other channel, or go there? */
  isFrom: boolean;
  partner: MoveChannel;
  wanted: Wanted;
  /** There are other channels than this one. */
  canChoose: boolean;
  onWant: (wanted: Wanted) => void;
  onOther: () => void;
  onNext: () => void;
  onClose: () => void;
}

/** Which content moves, and from or to which channel. */
export function ChooseDialog(props: ChooseDialogProps) {
  const { isFrom, partner, wanted, canChoose, onWant, onOther, onNext, onClose } = props;
  const { t } = useTranslation(['content-move', 'shell']);
  const isNothing = !wanted.chat && !wanted.cloud;
  return (
    <Dialog
      isOpen
      title={t('choose.title')}
      closeLabel={t('shell:close')}
      onClose={onClose}
      actions={
        <>
          {canChoose && <Button onPress={onOther}>{t('choose.other')}</Button>}
          <Button look="primary" isDisabled={isNothing} onPress={onNext}>
            {t('next')}
          </Button>
        </>
      }
    >
      <div className={styles.section}>
        <p>{t(isFrom ? 'choose.from' : 'choose.to', { name: partner.meta.displayname })}</p>
        <Checkbox isSelected={wanted.chat} onChange={(chat) => onWant({ ...wanted, chat })}>
          {t('choose.chat')}
        </Checkbox>
        <Checkbox isSelected={wanted.cloud} onChange={(cloud) => onWant({ ...wanted, cloud })}>
          {t('choose.cloud')}
        </Checkbox>
        {isNothing && <p className={styles.hint}>{t('choose.none')}</p>}
      </div>
    </Dialog>
  );
}
