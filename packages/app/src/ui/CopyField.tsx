import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';

interface CopyFieldProps {
  /** What the text is: its accessible name, and together with `texts.copy` that of the button. */
  label: string;
  value: string;
  /** The button's label, its confirmation, and the hint for browsers that deny copying. */
  texts: { copy: string; copied: string; byHand: string };
  /** What the user should know before sharing the text. */
  description?: string;
  /** Focuses the button when the field appears: where the previously pressed control is gone. */
  autoFocus?: boolean;
  /** Another action with the text, beside the button. */
  action?: ReactNode;
}

/** A text to copy, wrapped in full, with a copy button. Where copying is denied, the text is selected instead. */
export function CopyField({ label, value, texts, description, autoFocus = false, action }: CopyFieldProps) {
  const labelId = useId();
  const buttonId = useId();
  const descriptionId = useId();
  const text = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<{ value: string; isCopied: boolean } | null>(null);

  async function copy() {
    try {
      // Undefined on pages without https.
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
