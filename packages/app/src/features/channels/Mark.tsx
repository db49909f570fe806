import { Icon } from '../../ui/Icon.tsx';
import styles from './Channels.module.css';

/** A small sign, with its meaning for screen readers. */
export function Mark({ icon, text }: { icon: 'pin' | 'moon'; text: string }) {
  return (
    <span className={styles.mark}>
      <Icon name={icon} size={16} />
      <span className={styles.spoken}>{text}</span>
    </span>
  );
}
