import type { MoveChannel, RelatedChannels } from '@kreide/core/features/content-move';
import { useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Move.module.css';

interface GroupDialogProps {
  related: RelatedChannels;
  chosen: MoveChannel;
  onChoose: (channel: MoveChannel) => void;
  onClose: () => void;
}

/** The channels of classes and courses that content can come from, or go to: the own ones, and the others of the school. */
export function GroupDialog({ related, chosen, onChoose, onClose }: GroupDialogProps) {
  const { t } = useTranslation(['content-move', 'shell']);
  const [id, setId] = useState(String(chosen.id));
  const all = [...related.self, ...related.others];
  const optionsOf = (channels: readonly MoveChannel[]) =>
    channels.map((one) => ({
      key: String(one.id),
      text: `${one.meta.displayname} · ${t('group.people', { people: one.users_count })}`,
    }));
  const choose = () => {
    const found = all.find((one) => String(one.id) === id);
    if (found) onChoose(found);
  };
  return (
    <Dialog
      isOpen
      title={t('group.title')}
      closeLabel={t('shell:close')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('back')}</Button>
          <Button look="primary" onPress={choose}>
            {t('next')}
          </Button>
        </>
      }
    >
      <div className={styles.section}>
        {(['self', 'others'] as const).map(
          (list) =>
            related[list].length > 0 && (
              <ChoiceList
                key={list}
                label={t(`group.${list}`)}
                options={optionsOf(related[list])}
                value={related[list].some((one) => String(one.id) === id) ? id : null}
                onChange={setId}
              />
            ),
        )}
      </div>
    </Dialog>
  );
}
