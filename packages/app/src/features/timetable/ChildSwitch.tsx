import { useId } from 'react';
import styles from './ChildSwitch.module.css';

interface ChildSwitchProps {
  label: string;
  people: readonly { id: number; name: string | null }[];
  /** Id of the chosen one. */
  value: string;
  onChange: (id: string) => void;
}

/** Children as avatars before the name of the plan; the chosen one has a ring. */
export function ChildSwitch({ label, people, value, onChange }: ChildSwitchProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.switch}>
      {people.map((person) => {
        const id = String(person.id);
        return (
          <label key={id} className={styles.child} title={person.name ?? ''}>
            <input
              className={styles.radio}
              type="radio"
              name={name}
              checked={id === value}
              aria-label={person.name ?? ''}
              onChange={() => onChange(id)}
            />
            <span className={styles.face} aria-hidden="true">
              {(person.name ?? '').slice(0, 2)}
            </span>
          </label>
        );
      })}
    </div>
  );
}
