import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Button } from './Button.tsx';
import type { DrawingName } from './drawings.ts';
import type { IconName } from './Icon.tsx';
import styles from './States.module.css';

/** A drawing that is fetched when it is needed: most pages need none. One that cannot be fetched, as without a network, leaves its place empty. */
export const LateDrawing = lazy(async (): Promise<{ default: ComponentType<{ name: DrawingName }> }> => {
  const loaded = await import('./ChalkDrawing.tsx').catch(() => null);
  return { default: loaded?.ChalkDrawing ?? (() => null) };
});

/** The subject of a state, drawn in chalk; anything else is an empty sheet. */
const DRAWING_OF: Partial<Record<IconName, DrawingName>> = {
  alert: 'broken',
  calendar: 'week',
  checkCircle: 'done',
  clock: 'sun',
  eyeOff: 'locked',
  lock: 'locked',
  offline: 'unplugged',
  school: 'search',
  search: 'search',
  sun: 'sun',
};

interface StateProps {
  /** The subject, shown as a chalk drawing. */
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
      <span className={styles.drawing}>
        <Suspense fallback={null}>
          <LateDrawing name={DRAWING_OF[icon] ?? 'sheet'} />
        </Suspense>
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
    <div role="alert">
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
