import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Feeds.module.css';

/** The address in the scheme that opens a calendar program. */
export function toWebcal(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

/** A new address, seen this once: to copy, to open, and what to do with it. */
export function NewAddress({ url, onAnother }: { url: string; onAnother: () => void }) {
  const { t } = useTranslation('feeds');
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  const frame = useRef<HTMLDivElement>(null);
  const field = () => frame.current?.querySelector('input');
  const select = () => {
    field()?.setSelectionRange(0, url.length, 'backward');
    // The beginning is in sight: whose address it is says more than how it ends.
    field()?.scrollTo({ left: 0 });
  };
  // The button that was pressed is gone: who listens goes on with what came instead.
  useEffect(() => frame.current?.querySelector('input')?.focus(), []);
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied('yes');
    } catch {
      field()?.focus();
      select();
      setCopied('refused');
    }
  }
  return (
    <div ref={frame} className={styles.made}>
      <TextField
        label={t('address')}
        value={url}
        isReadOnly
        description={t('made_text')}
        onFocus={select}
        spellCheck="false"
      />
      <div className={styles.buttons}>
        <Button look="primary" icon={copied === 'yes' ? 'check' : 'copy'} onPress={copy}>
          {t(copied === 'yes' ? 'copied' : 'copy')}
        </Button>
        <LinkButton href={toWebcal(url)} icon="calendar">
          {t('open')}
        </LinkButton>
      </div>
      <p role="status" className={copied === 'refused' ? styles.hint : styles.spoken}>
        {copied === 'yes' && t('copied')}
        {copied === 'refused' && (
          <>
            <Icon name="info" size={20} /> {t('copy_failed')}
          </>
        )}
      </p>
      <section className={styles.how}>
        <h3>{t('how_title')}</h3>
        <ul>
          <li>{t('how_device')}</li>
          <li>{t('how_google')}</li>
        </ul>
      </section>
      <Button look="quiet" icon="calendarAdd" onPress={onAnother}>
        {t('another')}
      </Button>
    </div>
  );
}
