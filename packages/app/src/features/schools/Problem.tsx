import { Icon } from '../../ui/Icon.tsx';
import styles from './SchoolSettingsScreen.module.css';

/** Why a change was not saved, shown beside the reverted value until the next change. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className={styles.problem}>
          <Icon name="alert" size={20} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
