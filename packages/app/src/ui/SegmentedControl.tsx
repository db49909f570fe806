import { useId } from 'react';
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
  /** Null: nothing is chosen yet. */
  value: Key | null;
  onChange: (key: Key) => void;
  /** For filters of a list: pills that take more than one line where it is narrow. */
  look?: 'segments' | 'chips';
}

/** A choice between a few views; one at most is selected, shown by a raised surface or a filled pill: radio buttons of the browser. */
export function SegmentedControl<Key extends string>(props: SegmentedControlProps<Key>) {
  const { label, segments, value, onChange, look = 'segments' } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles[look]}>
      {segments.map((segment) => (
        <label key={segment.key} className={styles.segment} data-selected={segment.key === value || undefined}>
          <input type="radio" name={name} checked={segment.key === value} onChange={() => onChange(segment.key)} />
          {segment.icon && <Icon name={segment.icon} size={20} />}
          <span>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
