import { useLocation } from 'react-router';
import type { Creation } from '../kernel/feature.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkRow, RowList } from '../ui/RowList.tsx';
import { onThisPage } from './this-page.ts';

/** What can be made new from here. */
export function CreateSheet({ creations, onClose }: { creations: readonly Creation[]; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { search } = useLocation();
  return (
    <Dialog title={t('create.label')} isOpen onClose={onClose} closeLabel={t('close')}>
      <RowList>
        {creations.map(({ key, icon, href }) => (
          <LinkRow key={key} href={onThisPage(href, search)} icon={icon} text={t(`create.${key}`)} onClick={onClose} />
        ))}
      </RowList>
    </Dialog>
  );
}
