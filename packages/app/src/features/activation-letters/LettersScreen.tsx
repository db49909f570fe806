import styles from './Letters.module.css';
import { LettersOrder } from './LettersOrder.tsx';
import { LettersRuns } from './LettersRuns.tsx';

/** `/management/:schoolUuid/activation-letters`: codes for many people at once, on paper by class or by mail. */
export function LettersScreen() {
  return (
    <div className={styles.screen}>
      <LettersOrder />
      <LettersRuns />
    </div>
  );
}
