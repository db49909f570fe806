import { createContext, type ReactNode, useContext } from 'react';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import styles from './Steps.module.css';

/** A step of something that is done on several pages. */
export interface Step {
  key: string;
  name: string;
  /** Where it is, or what shows it; null: it cannot be gone to yet. */
  to: string | (() => void) | null;
}

interface StepsProps {
  /** Of what they are the steps. */
  label: string;
  steps: readonly Step[];
  /** The one that is on the page. */
  current: string;
  /** What is said of one that is behind. */
  done: string;
}

/** The steps of a wizard by their names: which are behind, which one is on the page, and what is still to come. */
export function Steps({ label, steps, current, done }: StepsProps) {
  const place = steps.findIndex(({ key }) => key === current);
  return (
    <nav aria-label={label} className={styles.nav}>
      <ol className={styles.steps}>
        {steps.map(({ key, name, to }, at) => {
          const isBehind = at < place;
          const sign = (
            <span className={styles.sign} aria-hidden="true">
              {isBehind ? <Icon name="check" size={16} /> : at + 1}
            </span>
          );
          const words = (
            <span className={styles.name}>
              {name}
              {isBehind && <span className={styles.unseen}> ({done})</span>}
            </span>
          );
          return (
            <li key={key} className={styles.step} data-state={isBehind ? 'done' : at === place ? 'current' : 'ahead'}>
              {typeof to === 'string' && at !== place ? (
                <Link to={to} className={styles.place}>
                  {sign}
                  {words}
                </Link>
              ) : to && at !== place ? (
                <button type="button" className={styles.place} onClick={to as () => void}>
                  {sign}
                  {words}
                </button>
              ) : (
                <span className={styles.place} {...(at === place && { 'aria-current': 'step' as const })}>
                  {sign}
                  {words}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** In how many wizards a page lies. */
export const StepDepth = createContext(0);

/** The way back and on, which stays in view however long the step is; of work within a step it is at the end of that work. */
export function StepFoot({ children }: { children: ReactNode }) {
  return <div className={useContext(StepDepth) > 1 ? styles.end : styles.foot}>{children}</div>;
}
