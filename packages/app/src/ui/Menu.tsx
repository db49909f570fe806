import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Options.module.css';

export interface MenuEntry {
  key: string;
  text: string;
  icon?: IconName;
  onAction?: () => void;
  /** An address outside the app, opened beside it. */
  href?: string;
}

interface MenuProps {
  icon: IconName;
  label: string;
  entries: readonly MenuEntry[];
  /** Initially open: for a menu whose code was fetched by pressing its button. */
  defaultOpen?: boolean;
  /** Where it opens, seen from its button. */
  placement?: 'bottom end' | 'top start';
}

/** A button that opens a list of actions. Load it lazily: it includes the overlay code. */
export function Menu({ icon, label, entries, defaultOpen = false, placement = 'bottom end' }: MenuProps) {
  return (
    <MenuTrigger defaultOpen={defaultOpen}>
      <IconButton icon={icon} label={label} />
      <Popover className={classes(styles.popover)} placement={placement}>
        <AriaMenu className={classes(styles.list)} aria-label={label}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.key}
              id={entry.key}
              className={classes(styles.option)}
              {...(entry.onAction && { onAction: entry.onAction })}
              {...(entry.href && { href: entry.href, target: '_blank', rel: 'noopener noreferrer' })}
            >
              {entry.icon && <Icon name={entry.icon} size={20} />}
              <span>{entry.text}</span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
