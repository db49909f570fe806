import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import styles from './ChoiceList.module.css';
import { classes } from './classes.ts';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';
import type { Option } from './Select.tsx';

interface ChoiceListProps<Key extends string> {
  label: string;
  options: readonly Option<Key>[];
  /** Null: nothing is chosen yet. */
  value: Key | null;
  onChange: (key: Key) => void;
  /** Shown and announced with the choice. */
  errorMessage?: string | undefined;
}

/** A radio group: one choice of a few that are all visible. */
export function ChoiceList<Key extends string>({
  label,
  options,
  value,
  onChange,
  errorMessage,
}: ChoiceListProps<Key>) {
  return (
    <RadioGroup
      value={value}
      onChange={(key) => onChange(key as Key)}
      isInvalid={errorMessage !== undefined}
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <div className={styles.choices}>
        {options.map((option) => (
          <Radio key={option.key} value={option.key} className={classes(styles.choice)}>
            <span lang={option.lang}>{option.text}</span>
            <Icon name="check" size={20} className={classes(styles.check)} />
          </Radio>
        ))}
      </div>
      {errorMessage && (
        <FieldError className={classes(fieldStyles.error)}>
          <Icon name="alert" size={16} /> {errorMessage}
        </FieldError>
      )}
    </RadioGroup>
  );
}
