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
  value: Key;
  onChange: (key: Key) => void;
}

/** A radio group: one choice of a few that are all visible. */
export function ChoiceList<Key extends string>({ label, options, value, onChange }: ChoiceListProps<Key>) {
  return (
    <RadioGroup value={value} onChange={(key) => onChange(key as Key)} className={classes(fieldStyles.field)}>
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <div className={styles.choices}>
        {options.map((option) => (
          <Radio key={option.key} value={option.key} className={classes(styles.choice)}>
            <span lang={option.lang}>{option.text}</span>
            <Icon name="check" size={20} className={classes(styles.check)} />
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
