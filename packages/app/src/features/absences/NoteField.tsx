import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Absences.module.css';

/** Up to this height a note grows with what is written, CSS pixels (T-9.12). */
const NOTE_TALLEST = 1026;

interface NoteFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  mayChange: boolean;
  maximum: number;
  problem?: string | undefined;
  /** A link that opens the field; without it the field is open (T-6.12). */
  add?: string | undefined;
}

/** A text of an absence: to be written by who may, else to be read; without words nothing is shown (T-6.11, T-6.13). */
export function NoteField({ label, hint, value, onChange, mayChange, maximum, problem, add }: NoteFieldProps) {
  const [isOpen, setOpen] = useState(add === undefined);
  if (!mayChange) {
    if (value === '') return null;
    return (
      <div className={styles.words}>
        <b>{label}</b>
        <p className={styles.note}>{value}</p>
      </div>
    );
  }
  if (!isOpen) {
    return (
      <div>
        <Button look="quiet" icon="plus" onPress={() => setOpen(true)}>
          {add ?? label}
        </Button>
      </div>
    );
  }
  return (
    <TextField
      lines={2}
      tallest={NOTE_TALLEST}
      label={label}
      description={hint}
      value={value}
      onChange={onChange}
      maxLength={maximum}
      errorMessage={problem}
      autoFocus={add !== undefined}
    />
  );
}
