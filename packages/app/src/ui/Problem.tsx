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

/** Says why something failed, beside the control that was tried, until the next try; spoken when it appears. */
export function Problem({ text }: { text: string | null | undefined }) {
  return (
    <div role="alert" className={styles.region}>
      {text && <ProblemNote text={text} />}
    </div>
  );
}
