import { useStore } from 'zustand';
import { Button, IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Toasts.module.css';
import { toasts as queue, type Toast, type ToastKind } from './toast-store.ts';
import { WRITTEN } from './written.ts';

const ICONS: Record<ToastKind, IconName> = {
  error: 'alert',
  warning: 'alert',
  success: 'checkCircle',
  info: 'info',
  survey: 'checkCircle',
  notification: 'bell',
};

interface ToastsProps {
  /** Labels of the region and of a toast's close button. */
  texts: { region: string; close: string };
}

/** The app's toasts: errors interrupt a screen reader, everything else is polite. Both live regions always exist. */
export function Toasts({ texts }: ToastsProps) {
  const all = useStore(queue.store, (state) => state.toasts);
  const list = (isUrgent: boolean) =>
    all
      .filter((toast) => (toast.kind === 'error') === isUrgent)
      .map((toast) => <ToastCard key={toast.id} toast={toast} closeLabel={texts.close} />);
  return (
    <section
      aria-label={texts.region}
      className={styles.region}
      onPointerEnter={queue.hold}
      onPointerLeave={queue.release}
      // Only keyboard focus holds the toasts: focus left behind by a pointer would never release them.
      onFocus={(event) => event.target.matches(':focus-visible') && queue.hold()}
      onBlur={queue.release}
    >
      <div role="alert">{list(true)}</div>
      <div role="status">{list(false)}</div>
    </section>
  );
}

/**
 * One toast. An action takes the focus, as the pressed control is often gone, and then passes it on to the page; from whoever has gone on to
 * write or to choose it takes nothing: the next key would take back what was done.
 */
function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const { id, kind, text, action } = toast;
  // Of use as it appears alone.
  const isFree = !document.activeElement?.closest(`${WRITTEN}, [role="menu"]`);
  function dismiss() {
    if (action) document.getElementById('main')?.focus({ preventScroll: true });
    queue.dismiss(id);
  }
  function act() {
    dismiss();
    action?.onAction();
  }
  return (
    <div className={classes(styles.toast, styles[kind])}>
      <Icon name={ICONS[kind]} size={20} />
      <p>{text}</p>
      {action && (
        <Button look="inverse" autoFocus={isFree} onPress={act}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={closeLabel} onPress={dismiss} />
    </div>
  );
}
