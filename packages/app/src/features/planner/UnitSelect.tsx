import type { Unit } from '@kreide/core/features/structure';
import { useMemo } from 'react';
import styles from './Editor.module.css';

interface UnitSelectProps {
  label: string;
  units: readonly Unit[];
  chosen: number;
  onChange: (id: string) => void;
}

/** One of hundreds of classes, teachers or rooms: the browser's own list, since ours draws every line with each week. */
export function UnitSelect({ label, units, chosen, onChange }: UnitSelectProps) {
  const options = useMemo(
    () =>
      units.map(({ id, shortcut, name }) => (
        <option key={id} value={id}>
          {[shortcut, name].filter(Boolean).join(' · ')}
        </option>
      )),
    [units],
  );
  return (
    <label className={styles.unit}>
      <span>{label}</span>
      <select value={chosen} onChange={(event) => onChange(event.target.value)}>
        {options}
      </select>
    </label>
  );
}
