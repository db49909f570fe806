import { createStore } from 'zustand/vanilla';

export type ToastKind = 'error' | 'success' | 'warning' | 'info' | 'survey' | 'notification';

/** An action offered by a toast, such as undo. */
export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction | undefined;
  /** The subject: the next toast about the same one replaces it, so that two never contradict each other. */
  topic?: string | undefined;
}

/**
 * How long a toast stays, ms (P-9.18, P-9.19); warnings as long as errors, information as long as successes. A notification can
 * be read below the bell as well.
 */
export const TOAST_DURATION: Record<ToastKind, number> = {
  error: 4000,
  warning: 4000,
  success: 5000,
  info: 5000,
  survey: 5000,
  notification: 3000,
};

/** A toast with an action stays longer: it has to be read and reached (WCAG 2.2.1). */
export const ACTION_DURATION = 10_000;

/** What toasts need from the device. */
export interface ToastDevice {
  /** Runs `action` after `delay` ms; returns a function that cancels it. */
  schedule: (action: () => void, delay: number) => () => void;
  /** Vibrates for this many ms if the device can. */
  vibrate: (duration: number) => void;
}

const browser: ToastDevice = {
  schedule: (action, delay) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
  // Browsers deny it before the first touch; Safari does not support it.
  vibrate: (duration) => {
    if (globalThis.navigator?.userActivation?.hasBeenActive) navigator.vibrate?.(duration);
  },
};

/**
 * A queue of toasts. A repeated text of the same kind restarts its toast instead of adding another; a new
 * toast on a topic replaces the one before; an error vibrates (P-8.09); while held (pointer or focus on them) nothing disappears.
 */
export function createToasts(device: ToastDevice = browser) {
  const store = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));
  const timers = new Map<number, () => void>();
  let lastId = 0;

  function dismiss(id: number): void {
    timers.get(id)?.();
    timers.delete(id);
    store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
  }

  function start({ id, kind, action }: Toast): void {
    timers.get(id)?.();
    timers.set(
      id,
      device.schedule(() => dismiss(id), action ? ACTION_DURATION : TOAST_DURATION[kind]),
    );
  }

  function show(kind: ToastKind, text: string, { action, topic }: Pick<Toast, 'action' | 'topic'> = {}): number {
    if (kind === 'error') device.vibrate(80);
    const shown = store.getState().toasts;
    const same = shown.find((one) => one.kind === kind && one.text === text && !one.action && !action);
    const toast = same ?? { id: ++lastId, kind, text, action, topic };
    for (const one of shown) if (topic !== undefined && one.topic === topic && one !== same) dismiss(one.id);
    if (!same) store.setState(({ toasts }) => ({ toasts: [...toasts, toast] }));
    start(toast);
    return toast.id;
  }

  return {
    store,
    show,
    dismiss,
    hold: () => {
      for (const cancel of timers.values()) cancel();
    },
    release: () => {
      for (const toast of store.getState().toasts) start(toast);
    },
  };
}

/** The toasts of the app. */
export const toasts = createToasts();
