import { ToggleButton } from 'react-aria-components/ToggleButton';
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './SegmentedControl.module.css';

export interface Segment<Key extends string> {
  key: Key;
  label: string;
  icon?: IconName;
}

interface SegmentedControlProps<Key extends string> {
  /** Accessible name of the group. */
  label: string;
  segments: readonly Segment<Key>[];
  value: Key;
  onChange: (key: Key) => void;
}

/** A choice between a few views; exactly one is selected, shown by a raised surface and `aria-checked`. */
export function SegmentedControl<Key extends string>({ label, segments, value, onChange }: SegmentedControlProps<Key>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = segments.find((segment) => keys.has(segment.key));
        if (chosen) onChange(chosen.key);
      }}
      className={classes(styles.group)}
    >
      {segments.map((segment) => (
        <ToggleButton key={segment.key} id={segment.key} className={classes(styles.segment)}>
          {segment.icon && <Icon name={segment.icon} size={20} />}
          <span>{segment.label}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
