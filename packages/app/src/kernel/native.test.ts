import { ACCESSIBILITY_SCHOOL } from '@kreide/core/kernel';
import { describe, expect, it, vi } from 'vitest';
import { SCROLL_RESET_DELAY } from '../shell/use-route-title.ts';
import { type Bridge, bridgeVibration, createNative, KEYBOARD_DELAY, keepFieldInView } from './native.ts';

/** A wrapper that notes what it is asked for. */
function bridgeOf(platform: string, version = '4.0.10'): { bridge: Bridge; asked: unknown[] } {
  const asked: unknown[] = [];
  const bridge: Bridge = {
    getPlatform: () => platform,
    Plugins: {
      App: { getInfo: async () => ({ version }) },
      Haptics: { vibrate: async (options) => void asked.push(options) },
      TextZoom: { getPreferred: async () => ({ value: 1.4 }), set: async (options) => void asked.push(options) },
    },
  };
  return { bridge, asked };
}

describe('the device below the app', () => {
  it('is the browser without a wrapper, and with the wrapper’s own stand-in for browsers [P-1.01]', async () => {
    for (const native of [createNative(undefined), createNative(bridgeOf('web').bridge)]) {
      expect([native.platform, await native.version()]).toEqual(['web', null]);
      await native.scaleText(ACCESSIBILITY_SCHOOL);
    }
  });

  it('is the phone inside the wrapper: its version, its vibration [P-1.01] [P-8.09]', async () => {
    const { bridge, asked } = bridgeOf('android', '4.0.9');
    const native = createNative(bridge);
    expect([native.platform, await native.version()]).toEqual(['android', '4.0.9']);
    native.vibrate(80);
    const iPhone: { vibrate?: (duration: number) => boolean } = {};
    bridgeVibration(native, iPhone);
    iPhone.vibrate?.(40);
    expect(asked).toEqual([{ duration: 80 }, { duration: 40 }]);
    const desktop = {};
    bridgeVibration(createNative(undefined), desktop);
    expect(desktop).toEqual({});
    expect(await createNative({ ...bridge, Plugins: {} }).version()).toBe('0');
  });

  it('goes on where the phone refuses, and leaves what a browser can do itself', async () => {
    const { bridge } = bridgeOf('android');
    const refuse = () => Promise.reject(new Error('not now'));
    const refusing = createNative({ ...bridge, Plugins: { App: { getInfo: refuse }, Haptics: { vibrate: refuse } } });
    expect(await refusing.version()).toBe('0');
    refusing.vibrate(40);
    const own = () => true;
    const phone = { vibrate: own };
    bridgeVibration(refusing, phone);
    expect(phone.vibrate).toBe(own);
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', { vibrate });
    createNative({ ...bridge, Plugins: {} }).vibrate(60);
    vi.unstubAllGlobals();
    expect(vibrate.mock.calls).toEqual([[60]]);
  });

  it('has the text size of the person at the school that demonstrates it on iOS, the normal one elsewhere [P-6.25]', async () => {
    const at = async (platform: string, slink: string, version?: string) => {
      const { bridge, asked } = bridgeOf(platform, version);
      await createNative(bridge).scaleText(slink);
      return asked;
    };
    expect(await at('ios', ACCESSIBILITY_SCHOOL)).toEqual([{ value: 1.4 }]);
    expect(await at('ios', 'linden')).toEqual([{ value: 1 }]);
    expect(await at('android', ACCESSIBILITY_SCHOOL)).toEqual([]);
    expect(await at('ios', ACCESSIBILITY_SCHOOL, '4.0.9')).toEqual([]);
  });
});

describe('a field that somebody writes in', () => {
  /** A page with a field, and what happens when it takes the focus. */
  function focusOn(platform: 'web' | 'ios' | 'android', { isField = true, leaves = false } = {}) {
    const delays: number[] = [];
    let scrolled = 0;
    const field = { matches: () => isField, scrollIntoView: () => void scrolled++ } as unknown as Element;
    const heard: ((event: Event) => void)[] = [];
    const page = {
      activeElement: field as Element | null,
      addEventListener: (_: string, hear: unknown) => void heard.push(hear as (event: Event) => void),
    };
    keepFieldInView({ platform }, page as unknown as Document, (action, delay) => {
      delays.push(delay);
      if (leaves) page.activeElement = null;
      action();
    });
    for (const hear of heard) hear({ target: field } as unknown as Event);
    return { delays, scrolled };
  }

  it('is in view once the keyboard of iOS is up, between 300 and 400 ms later [P-9.16]', () => {
    expect(focusOn('ios')).toEqual({ delays: [KEYBOARD_DELAY], scrolled: 1 });
    expect(focusOn('ios', { leaves: true }).scrolled).toBe(0);
    expect(focusOn('ios', { isField: false })).toEqual({ delays: [], scrolled: 0 });
    for (const platform of ['web', 'android'] as const) expect(focusOn(platform).delays).toEqual([]);
    for (const delay of [KEYBOARD_DELAY, SCROLL_RESET_DELAY]) {
      expect(delay).toBeGreaterThanOrEqual(300);
      expect(delay).toBeLessThanOrEqual(400);
    }
  });
});
