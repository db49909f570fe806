import { type PushPayload, parsePushPayload } from '@kreide/core/features/notifications';

/** What this file uses of a service worker's global scope. */
export interface PushWorker {
  readonly location: { readonly origin: string };
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly PushWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly navigator: { setAppBadge?: (count: number) => Promise<void> };
  addEventListener(type: 'push', listener: (event: PushMessageEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
}

export interface PushWindow {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

export interface PushMessageEvent {
  readonly data: { text(): string } | null;
  waitUntil(work: Promise<unknown>): void;
}

export interface NotificationClickEvent {
  readonly notification: { readonly data: unknown; close(): void };
  waitUntil(work: Promise<unknown>): void;
}

const CENTRE = '/notification-centre';
/** Shown for a message that cannot be read: an iPhone ends a subscription after three messages without a notification. */
const UNREADABLE: PushPayload['notification'] = { title: 'Kreide', body: '', navigate: CENTRE, tag: '', lang: '' };

/** The address to open: of this app only. */
function toAddress(navigate: unknown, origin: string): string {
  const wanted = typeof navigate === 'string' && URL.canParse(navigate, origin) ? new URL(navigate, origin) : null;
  return wanted?.origin === origin ? wanted.href : `${origin}${CENTRE}`;
}

/** Shows push messages and opens what they call for. To be called once by the service worker, while it starts. */
export function listenForPush(worker: PushWorker): void {
  const { origin } = worker.location;

  async function show(text: string): Promise<void> {
    const payload = parsePushPayload(text);
    const { title, body, navigate, tag, lang } = payload?.notification ?? UNREADABLE;
    await worker.registration.showNotification(title, {
      body,
      tag,
      lang,
      icon: '/manifests/default-192.png',
      data: { navigate },
    });
    if (payload) await worker.navigator.setAppBadge?.(payload.app_badge).catch(() => {});
  }

  async function open(address: string): Promise<void> {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const own = windows.find(({ url }) => new URL(url).origin === origin);
    if (!own) {
      await worker.clients.openWindow(address);
      return;
    }
    await own.focus();
    await own.navigate(address);
  }

  worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { navigate } = (event.notification.data ?? {}) as { navigate?: unknown };
    event.waitUntil(open(toAddress(navigate, origin)));
  });
}
