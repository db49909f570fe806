import { createStore } from 'zustand/vanilla';

export type ToastKind = 'error' | 'success' | 'warning' | 'info';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

/** How long a toast stays, ms (P-9.18); warnings are read like errors, information like successes. */
export const TOAST_DURATION: Record<ToastKind, number> = { error: 4000, warning: 4000, success: 5000, info: 5000 };

/** What toasts need from the device. */
export interface ToastDevice {
  /** Runs `action` after `delay` ms; the answer cancels it. */
  schedule: (action: () => void, delay: number) => () => void;
  /** Vibrates for so many ms where the device can. */
  vibrate: (duration: number) => void;
}

const browser: ToastDevice = {
  schedule: (action, delay) => {
    const timer = setTimeout(action, delay);
    return () => clearTimeout(timer);
  },
  // Browsers refuse before the first touch; Safari has none.
  vibrate: (duration) => {
    if (globalThis.navigator?.userActivation?.hasBeenActive) navigator.vibrate?.(duration);
  },
};

/**
 * A queue of toasts. The same text of the same kind is not shown twice at once but starts anew; an error vibrates (P-8.09);
 * while `hold`ing (pointer or focus on them) nothing disappears.
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

  function start({ id, kind }: Toast): void {
    timers.get(id)?.();
    timers.set(
      id,
      device.schedule(() => dismiss(id), TOAST_DURATION[kind]),
    );
  }

  function show(kind: ToastKind, text: string): number {
    if (kind === 'error') device.vibrate(80);
    const same = store.getState().toasts.find((toast) => toast.kind === kind && toast.text === text);
    const toast = same ?? { id: ++lastId, kind, text };
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
