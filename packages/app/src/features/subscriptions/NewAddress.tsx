import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import styles from './Subscriptions.module.css';

/** The address with the scheme that opens a calendar program. */
export function toWebcal(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

/** A new address, shown only once: to copy or open, with instructions. */
export function NewAddress({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { t } = useTranslation('subscriptions');
  return (
    <div className={styles.made}>
      <CopyField
        label={t('address')}
        value={url}
        description={t('madeText')}
        texts={useCopyTexts()}
        autoFocus
        action={
          <LinkButton href={toWebcal(url)} icon="calendar">
            {t('open')}
          </LinkButton>
        }
      />
      <section className={styles.how}>
        <h3>{t('howTitle')}</h3>
        <ul>
          <li>{t('howDevice')}</li>
          <li>{t('howGoogle')}</li>
        </ul>
      </section>
      <Button look="quiet" icon="calendarAdd" onPress={onAnother}>
        {t('another')}
      </Button>
    </div>
  );
}
