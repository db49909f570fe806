import { classes } from './classes.ts';
import styles from './Field.module.css';
import { Icon, type IconName } from './Icon.tsx';

interface PlainFieldProps {
  label: string;
  placeholder?: string;
  icon: IconName;
  value: string;
  onChange: (text: string) => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** A field that looks like the others and is nothing but an input: stands where a heavier one will, until that is wanted. */
export function PlainField({ label, placeholder, icon, value, onChange, onFocus, onBlur }: PlainFieldProps) {
  return (
    <label className={classes(styles.field)}>
      <span className={classes(styles.label)}>{label}</span>
      <span className={styles.frame}>
        <Icon name={icon} size={20} className={classes(styles.leading)} />
        <input
          className={classes(styles.input)}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={onFocus}
          onBlur={onBlur}
        />
      </span>
    </label>
  );
}
