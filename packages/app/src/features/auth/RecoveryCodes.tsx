import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import styles from './SecondFactor.module.css';

/** Recovery codes, shown this once: to copy, to download and to print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation('two-factor');
  const copyTexts = useCopyTexts();
  const text = codes.join('\n');

  function download() {
    const url = URL.createObjectURL(new Blob([`${t('codes.title')}\n\n${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${t('codes.title')}.txt`;
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className={styles.codes}>
      <p className={styles.heading}>
        {t('codes.title')} · {location.host}
      </p>
      <p>{t('codes.text')}</p>
      <CopyField label={t('codes.list')} value={codes.join(' ')} texts={copyTexts} />
      <div className={styles.actions}>
        <Button icon="download" onPress={download}>
          {t('codes.download')}
        </Button>
        <Button icon="print" onPress={() => window.print()}>
          {t('codes.print')}
        </Button>
      </div>
    </div>
  );
}
