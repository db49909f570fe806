import { Icon, type IconName } from './Icon.tsx';
import styles from './Problem.module.css';

/** The box of a problem alone, which is not spoken: for words that change every second. */
export function ProblemNote({ text, icon = 'alert' }: { text: string; icon?: IconName }) {
  return (
    <p className={styles.problem}>
      <Icon name={icon} size={20} />
      <span>{text}</span>
    </p>
  );
}

/** Why something was not done, beside what was tried, until it is tried again; spoken when it appears. */
export function Problem({ text }: { text: string | null | undefined }) {
  return (
    <div role="alert" className={styles.region}>
      {text && <ProblemNote text={text} />}
    </div>
  );
}
