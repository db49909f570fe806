import type { Creation } from '../kernel/feature.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkRow, RowList } from '../ui/RowList.tsx';

/** What can be made new from here. */
export function CreateSheet({ creations, onClose }: { creations: readonly Creation[]; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Dialog title={t('create.label')} isOpen onClose={onClose} closeLabel={t('close')}>
      <RowList>
        {creations.map(({ key, icon, href }) => (
          <LinkRow key={key} href={href} icon={icon} text={t(`create.${key}`)} onClick={onClose} />
        ))}
      </RowList>
    </Dialog>
  );
}
