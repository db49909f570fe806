import type { PushBridge } from '@kreide/core/features/notifications';

/** Can this browser get push messages? An iPhone only from the home screen. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The subscription of this browser, made anew where it was made with another key; null without permission or worker. */
async function subscribe(publicKey: () => Promise<string>): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker || Notification.permission !== 'granted') return null;
  const key = fromBase64Url(await publicKey());
  const known = await worker.pushManager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** This browser as a device for push messages. */
export function browserBridge(publicKey: () => Promise<string>): PushBridge {
  return {
    permission: async () => (canPush() ? Notification.permission : 'unknown'),
    token: async () => {
      const subscription = canPush() ? await subscribe(publicKey) : null;
      return subscription && JSON.stringify(subscription);
    },
  };
}

/** Ends the subscription of this browser and returns its token; null when there is none. */
export async function endSubscription(): Promise<string | null> {
  if (!canPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return null;
  const token = JSON.stringify(subscription);
  await subscription.unsubscribe();
  return token;
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === other.length && bytes.every((byte, index) => byte === other[index]);
}
