import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './States.module.css';

interface StateProps {
  icon: IconName;
  title: string;
  text?: ReactNode;
  /** An action that helps. */
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
}

/** An empty list or page: says so and why, and offers the next step. */
export function EmptyState({ icon, title, text, action, headingLevel = 2 }: StateProps) {
  const Title = `h${headingLevel}` as const;
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size={32} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps extends Omit<StateProps, 'icon'> {
  icon?: IconName;
  retryLabel: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Something failed to load: announced at once, with a retry button. */
export function ErrorState({
  icon = 'alert',
  retryLabel,
  onRetry,
  isRetrying = false,
  action,
  ...state
}: ErrorStateProps) {
  return (
    <div role="alert" className={classes(styles.error)}>
      <EmptyState
        {...state}
        icon={icon}
        action={
          <>
            <Button look="primary" icon="refresh" isPending={isRetrying} onPress={onRetry}>
              {retryLabel}
            </Button>
            {action}
          </>
        }
      />
    </div>
  );
}
