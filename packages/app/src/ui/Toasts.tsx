import { useState } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Toasts.module.css';
import { toasts as queue, type Toast, type ToastKind } from './toast-store.ts';

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

/** Where somebody types or chooses: a toast that took the focus there would get the keys that were meant for it. */
const IN_USE =
  'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"], [role="menu"], [role="listbox"]';

/**
 * One toast. An action takes the focus, as the pressed control is often gone, and then passes it on to the page; from whoever has gone on to
 * type or to choose it takes nothing.
 */
function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const { id, kind, text, action } = toast;
  const [isFree] = useState(() => !document.activeElement?.closest(IN_USE));
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
