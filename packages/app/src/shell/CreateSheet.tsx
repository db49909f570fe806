import { useLocation } from 'react-router';
import type { Creation } from '../kernel/feature.ts';
import { useSelf } from '../kernel/session.ts';
import { useTranslation } from '../kernel/use-translation.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkRow, RowList } from '../ui/RowList.tsx';
import { filesToBring } from './files-to-bring.ts';
import { onThisPage } from './this-page.ts';

/** What can be made new from here. */
export function CreateSheet({ creations, onClose }: { creations: readonly Creation[]; onClose: () => void }) {
  const { t } = useTranslation('shell');
  const { search } = useLocation();
  const possible = [...creations, ...filesToBring(useSelf())];
  return (
    <Dialog title={t('create.label')} isOpen onClose={onClose} closeLabel={t('close')}>
      <RowList>
        {possible.map(({ key, icon, href }) => (
          <LinkRow key={key} href={onThisPage(href, search)} icon={icon} text={t(`create.${key}`)} onClick={onClose} />
        ))}
      </RowList>
    </Dialog>
  );
}
