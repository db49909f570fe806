import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import styles from './ImportScreens.module.css';

/** How exports are uploaded by themselves: the command that watches the folder of the planning program (T-2.77). */
export function AutomaticScreen() {
  const { t } = useTranslation('timetable-import');
  const { school } = useSelf();
  const texts = useCopyTexts();
  const server = new URL(serverAddress, window.location.href).origin;
  const place = `--server ${server} --school ${school.slink}`;
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <div className={styles.form}>
          <p>{t('automatic.text')}</p>
          <CopyField label={t('automatic.signIn')} value={`kreide login ${place}`} texts={texts} />
          <CopyField
            label={t('automatic.watch')}
            value={`kreide timetable upload --watch ${t('automatic.folder')} ${place} --yes`}
            texts={texts}
          />
          <p className={styles.hint}>{t('automatic.hint')}</p>
        </div>
      </Card>
    </div>
  );
}
