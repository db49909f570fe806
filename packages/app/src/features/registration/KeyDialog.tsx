import { type CreatedKey, toCode } from '@kreide/core/features/registration';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import styles from './Keys.module.css';

/** A new code, shown once: its letters, its address as a QR code, and for whom it is. */
export function KeyDialog({ made, onClose }: { made: CreatedKey; onClose: () => void }) {
  const { t } = useTranslation(['registration', 'shell']);
  const texts = useCopyTexts();
  const { slink } = useSelf().school;
  // In the fragment: it reaches no server and no log.
  const address = `${location.origin}/${slink}/register/activate#${toCode(made.code)}`;
  return (
    <Dialog
      isOpen
      title={t('keys.madeTitle', { name: made.user.displayname })}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('keys.done')}
        </Button>
      }
    >
      <div className={styles.form}>
        <CopyField label={t('code.label')} value={made.code} texts={texts} description={t('keys.once')} autoFocus />
        <QrCode text={address} label={t('keys.qr')} />
      </div>
    </Dialog>
  );
}
