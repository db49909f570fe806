import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';

interface CopyFieldProps {
  /** What the text is: its accessible name, and that of the button together with `texts.copy`. */
  label: string;
  value: string;
  /** Words of the button, of what it answers, and of what helps where a browser lets no page copy. */
  texts: { copy: string; copied: string; byHand: string };
  /** What somebody should know before the text is given away. */
  description?: string;
  /** Its button takes the focus when the field appears: where what was pressed before is gone. */
  autoFocus?: boolean;
  /** What else can be done with the text, beside the button. */
  action?: ReactNode;
}

/** A text to take elsewhere, whole and wrapped, with a button that copies it. Without the right to copy it is selected instead. */
export function CopyField({ label, value, texts, description, autoFocus = false, action }: CopyFieldProps) {
  const labelId = useId();
  const buttonId = useId();
  const descriptionId = useId();
  const text = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<{ value: string; isCopied: boolean } | null>(null);

  async function copy() {
    try {
      // Absent on pages without https.
      if (!navigator.clipboard) throw new Error('No clipboard');
      await navigator.clipboard.writeText(value);
      setOutcome({ value, isCopied: true });
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      setOutcome({ value, isCopied: false });
    }
  }

  return (
    <div className={styles.field}>
      <p id={labelId} className={styles.label}>
        {label}
      </p>
      <div className={styles.frame}>
        <code ref={text} className={styles.text} translate="no">
          {value}
        </code>
        <span className={styles.actions}>
          <Button
            id={buttonId}
            icon="copy"
            autoFocus={autoFocus}
            aria-labelledby={`${buttonId} ${labelId}`}
            {...(description ? { 'aria-describedby': descriptionId } : {})}
            onPress={copy}
          >
            {texts.copy}
          </Button>
          {action}
        </span>
      </div>
      <p role="status" className={outcome?.isCopied === false ? styles.refused : styles.outcome}>
        {outcome?.value === value && (outcome.isCopied ? texts.copied : texts.byHand)}
      </p>
      {description && (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      )}
    </div>
  );
}
