import { CLOUD_NAME_MAXIMUM, type CloudFile, isFolder, RENAME_BLUR_MS, stemOf } from '@kreide/core/features/cloud';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Cloud.module.css';

interface RenameFieldProps {
  file: CloudFile;
  /** With a new name, without its extension; null: it stays. */
  onDone: (name: string | null) => void;
}

/** A name in its place in the list: Enter or OK take it, Escape and leaving the field do not (C-4.75, C-4.76). */
export function RenameField({ file, onDone }: RenameFieldProps) {
  const { t } = useTranslation('cloud');
  const stem = isFolder(file) ? file.name : stemOf(file.name);
  const [name, setName] = useState(stem);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    return () => window.clearTimeout(timer.current);
  }, []);
  const take = () => onDone(name.trim() === '' || name.trim() === stem ? null : name.trim());
  return (
    <form
      className={styles.renaming}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
      onBlur={() => {
        // The OK button takes the focus with its press, and a window the whole page.
        timer.current = window.setTimeout(() => onDone(null), RENAME_BLUR_MS);
      }}
      onFocus={() => window.clearTimeout(timer.current)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone(null);
      }}
    >
      <input
        ref={input}
        aria-label={t('rename.label', { name: file.name })}
        value={name}
        maxLength={CLOUD_NAME_MAXIMUM}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look="primary">
        {t('rename.ok')}
      </Button>
    </form>
  );
}
