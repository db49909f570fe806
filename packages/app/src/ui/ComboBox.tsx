import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { classes } from './classes.ts';
import fieldStyles from './Field.module.css';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Options.module.css';

export interface Suggestion {
  key: string;
  text: string;
  /** A second line. */
  about?: string;
  icon?: IconName;
}

interface ComboBoxProps {
  label: string;
  placeholder?: string;
  autoFocus?: boolean;
  suggestions: readonly Suggestion[];
  inputValue: string;
  onInputChange: (text: string) => void;
  onChoose: (key: string) => void;
  /** Shown instead of the list when nothing matches. */
  emptyText: string;
}

/** A search field whose results open below it. The caller filters. Load it lazily: it includes the overlay code. */
export function ComboBox({
  label,
  placeholder = '',
  autoFocus = false,
  suggestions,
  inputValue,
  onInputChange,
  onChoose,
  emptyText,
}: ComboBoxProps) {
  return (
    <AriaComboBox
      autoFocus={autoFocus}
      items={suggestions}
      inputValue={inputValue}
      onInputChange={onInputChange}
      onChange={(key) => key !== null && onChoose(String(key))}
      allowsEmptyCollection={inputValue.trim() !== ''}
      menuTrigger="input"
      defaultFilter={() => true}
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <div className={fieldStyles.frame}>
        <Icon name="search" size={20} className={classes(fieldStyles.leading)} />
        <Input className={classes(fieldStyles.input)} placeholder={placeholder} />
      </div>
      <Popover className={classes(styles.popover)}>
        <ListBox<Suggestion>
          className={classes(styles.list)}
          renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
        >
          {(item) => (
            <ListBoxItem id={item.key} textValue={item.text} className={classes(styles.option)}>
              {item.icon && <Icon name={item.icon} size={20} />}
              <span>
                {item.text}
                {item.about && <span className={styles.about}>{item.about}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
