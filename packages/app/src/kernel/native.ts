import { ACCESSIBILITY_SCHOOL, hasGate } from '@kreide/core/kernel';

/** The plugins of the wrapper's bridge; each may be missing. */
export interface Bridge {
  getPlatform(): string;
  Plugins: {
    App?: {
      getInfo(): Promise<{ version: string }>;
      /** An address of the brand's scheme that opened the wrapper; one that came earlier is told to the first listener. */
      addListener?(event: 'appUrlOpen', hear: (opened: { url: string }) => void): unknown;
    };
    Haptics?: { vibrate(options: { duration: number }): Promise<void> };
    TextZoom?: {
      getPreferred(): Promise<{ value: number }>;
      set(options: { value: number }): Promise<void>;
    };
  };
}

declare global {
  interface Window {
    /** Set by the native wrapper before the app starts. */
    Capacitor?: Bridge;
  }
}

/** The device below the app: a browser, or the native wrapper on a phone. */
export interface Native {
  /** `web` in a browser. */
  platform: 'web' | 'ios' | 'android';
  /** Version of the wrapper; null in a browser. */
  version: () => Promise<string | null>;
  /** Vibrates for so many ms, where the device can. */
  vibrate: (duration: number) => void;
  /** Shows text in the size that the person prefers on this phone, at the school that demonstrates it (P-6.25). */
  scaleText: (slink: string) => Promise<void>;
  /** Hears of the addresses that open the wrapper. */
  whenOpened: (hear: (address: string) => void) => void;
}

const browser: Native = {
  platform: 'web',
  version: async () => null,
  vibrate: (duration) => void globalThis.navigator?.vibrate?.(duration),
  scaleText: async () => {},
  whenOpened: () => {},
};

/** The bridge of the wrapper behind the same interface as a browser; without a bridge, the browser. */
export function createNative(bridge: Bridge | undefined): Native {
  const platform = bridge?.getPlatform();
  if (!bridge || (platform !== 'ios' && platform !== 'android')) return browser;
  const { App, Haptics, TextZoom } = bridge.Plugins;
  const version = async () => (await App?.getInfo().catch(() => null))?.version ?? '0';
  return {
    platform,
    version,
    vibrate: (duration) => {
      if (Haptics) Haptics.vibrate({ duration }).catch(() => {});
      else browser.vibrate(duration);
    },
    async scaleText(slink) {
      if (platform !== 'ios' || !TextZoom || !hasGate(await version(), 'textZoom')) return;
      const value = slink === ACCESSIBILITY_SCHOOL ? (await TextZoom.getPreferred()).value : 1;
      await TextZoom.set({ value });
    },
    whenOpened: (hear) => void App?.addListener?.('appUrlOpen', ({ url }) => hear(url)),
  };
}

/** Lets the web's own call vibrate where only the bridge can, as on iOS. */
export function bridgeVibration(native: Native, navigator: { vibrate?: unknown }): void {
  if (native.platform === 'web' || navigator.vibrate) return;
  const vibrate = (duration: number) => {
    native.vibrate(duration);
    return true;
  };
  Object.defineProperty(navigator, 'vibrate', { value: vibrate });
}

/** After so long the keyboard of iOS has come up and the page has its new height, ms (P-9.16: between 300 and 400). */
export const KEYBOARD_DELAY = 350;

/** Keeps the field that somebody writes in above the keyboard of iOS, which covers it and tells no browser event. */
export function keepFieldInView(
  native: Pick<Native, 'platform'>,
  page: Pick<Document, 'addEventListener' | 'activeElement'>,
  after: (action: () => void, delay: number) => unknown = setTimeout,
): void {
  if (native.platform !== 'ios') return;
  page.addEventListener('focusin', ({ target }) => {
    const field = target as Element | null;
    if (!field?.matches('input, textarea, [contenteditable]')) return;
    after(() => page.activeElement === field && field.scrollIntoView({ block: 'nearest' }), KEYBOARD_DELAY);
  });
}

/** Of this device. */
export const native = createNative(globalThis.window?.Capacitor);
