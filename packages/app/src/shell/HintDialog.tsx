import type { HintKey } from '../kernel/feature.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/** What can be done on this page (C-2.70). */
export function HintDialog({ hint, onClose }: { hint: HintKey; onClose: () => void }) {
  const { t } = useTranslation(['frame', 'shell']);
  return (
    <Dialog
      title={t(`hints.${hint}.title`)}
      isOpen
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('hints.ok')}
        </Button>
      }
    >
      <p>{t(`hints.${hint}.text`)}</p>
    </Dialog>
  );
}
