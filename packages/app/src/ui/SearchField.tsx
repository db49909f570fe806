import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { Text } from 'react-aria-components/Text';
import { classes } from './classes.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface SearchFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit?: (text: string) => void;
  autoFocus?: boolean;
}

/** A search field whose results are below it in the page; Escape and the clear button empty it. */
export function SearchField({ label, description, placeholder = '', ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} className={classes(styles.field)}>
      {({ isEmpty }) => (
        <>
          <Label className={classes(styles.label)}>{label}</Label>
          <div className={styles.frame}>
            <Icon name="search" size={20} className={classes(styles.leading)} />
            <Input className={classes(styles.input)} placeholder={placeholder} />
            {!isEmpty && (
              <Button className={classes(styles.clear)}>
                <Icon name="close" size={20} />
              </Button>
            )}
          </div>
          {description && (
            <Text slot="description" className={classes(styles.description)}>
              {description}
            </Text>
          )}
        </>
      )}
    </AriaSearchField>
  );
}
