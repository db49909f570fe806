import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import styles from './CopyField.module.css';

interface CopyFieldProps {
  /** What the text is: its accessible name, and that of the button together with `texts.copy`. */
  label: string;
  value: string;
  /** Words of the button, of what it answers, and of what helps where a browser lets no page copy. */
  texts: { copy: string; copied: string; byHand: string };
  /** What else can be done with the text, beside the button. */
  action?: ReactNode;
}

/** A text to take elsewhere, whole and wrapped, with a button that copies it. Without the right to copy it is selected instead. */
export function CopyField({ label, value, texts, action }: CopyFieldProps) {
  const labelId = useId();
  const buttonId = useId();
  const text = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<{ value: string; words: string } | null>(null);

  async function copy() {
    try {
      // Absent on pages without https.
      if (!navigator.clipboard) throw new Error('No clipboard');
      await navigator.clipboard.writeText(value);
      setOutcome({ value, words: texts.copied });
    } catch {
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      setOutcome({ value, words: texts.byHand });
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
          <Button id={buttonId} icon="copy" aria-labelledby={`${buttonId} ${labelId}`} onPress={copy}>
            {texts.copy}
          </Button>
          {action}
        </span>
      </div>
      <p role="status" className={styles.outcome}>
        {outcome?.value === value && outcome.words}
      </p>
    </div>
  );
}
