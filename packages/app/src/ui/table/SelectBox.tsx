import styles from './Table.module.css';

interface SelectBoxProps {
  label: string;
  isChosen: boolean;
  isPartly?: boolean;
  /** Reached by the arrow keys and Space of its row, not by the tab key. */
  isInRow?: boolean;
  onChoose: (isRange: boolean) => void;
}

/** The box that chooses a row, or all of them. */
export function SelectBox({ label, isChosen, isPartly = false, isInRow = false, onChoose }: SelectBoxProps) {
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        ref={(input) => {
          if (input) input.indeterminate = isPartly && !isChosen;
        }}
        tabIndex={isInRow ? -1 : undefined}
        onChange={({ nativeEvent }) => onChoose((nativeEvent as unknown as MouseEvent).shiftKey === true)}
      />
      {!isInRow && (
        <span className={styles.chooseWord} aria-hidden="true">
          {label}
        </span>
      )}
    </label>
  );
}
