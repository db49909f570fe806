import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { classes } from './classes.ts';
import fieldStyles from './Field.module.css';
import { Icon } from './Icon.tsx';
import styles from './Options.module.css';

export interface Option<Key extends string> {
  key: Key;
  text: string;
  /** Language of the text where it differs from the page. */
  lang?: string;
}

interface SelectProps<Key extends string> {
  label: string;
  options: readonly Option<Key>[];
  value: Key;
  onChange: (key: Key) => void;
}

/** One choice from a list. Load it lazily where it is not the main control: it includes the overlay code. */
export function Select<Key extends string>({ label, options, value, onChange }: SelectProps<Key>) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.key === key);
        if (chosen) onChange(chosen.key);
      }}
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <Button className={classes(styles.trigger)}>
        <SelectValue />
        <Icon name="chevronDown" size={20} />
      </Button>
      <Popover className={classes(styles.popover)}>
        <ListBox className={classes(styles.list)}>
          {options.map((option) => (
            <ListBoxItem key={option.key} id={option.key} textValue={option.text} className={classes(styles.option)}>
              <span lang={option.lang}>{option.text}</span>
              <Icon name="check" size={20} className={classes(styles.check)} />
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
