import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CountsTable } from './CountsTable.tsx';

/** Who gave how many substitutions. */
export function CountsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['desk', 'shell']);
  return (
    <Dialog isOpen title={t('counts.open')} closeLabel={t('shell:close')} onClose={onClose}>
      <CountsTable />
    </Dialog>
  );
}
