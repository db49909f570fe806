import { useStore } from 'zustand';
import { IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Toasts.module.css';
import { toasts as queue, type Toast, type ToastKind } from './toast-store.ts';

const ICONS: Record<ToastKind, IconName> = { error: 'alert', warning: 'alert', success: 'checkCircle', info: 'info' };

interface ToastsProps {
  /** Name of the region, and of the button that closes a toast. */
  texts: { region: string; close: string };
}

/** The toasts of the app: errors interrupt a screen reader, everything else waits for its turn. Both live regions always exist. */
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
      onFocus={queue.hold}
      onBlur={queue.release}
    >
      <div role="alert">{list(true)}</div>
      <div role="status">{list(false)}</div>
    </section>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  return (
    <div className={classes(styles.toast, styles[toast.kind])}>
      <Icon name={ICONS[toast.kind]} />
      <p>{toast.text}</p>
      <IconButton icon="close" label={closeLabel} onPress={() => queue.dismiss(toast.id)} />
    </div>
  );
}
