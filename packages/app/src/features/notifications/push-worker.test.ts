import { describe, expect, it } from 'vitest';
import { listenForPush, type NotificationClickEvent, type PushMessageEvent, type PushWindow } from './push-worker.ts';

const ORIGIN = 'https://kreide.example';

/** A service worker whose browser is at hand. */
function startWorker(windows: readonly string[] = []) {
  const done: string[] = [];
  let pushed: (event: PushMessageEvent) => void = () => {};
  let clicked: (event: NotificationClickEvent) => void = () => {};
  const opened = windows.map(
    (url): PushWindow => ({
      url,
      focus: async () => done.push(`focus ${url}`),
      navigate: async (to) => done.push(`navigate ${to}`),
    }),
  );
  const shown: { title: string; options: NotificationOptions }[] = [];
  listenForPush({
    location: { origin: ORIGIN },
    registration: { showNotification: async (title, options) => void shown.push({ title, options }) },
    clients: { matchAll: async () => opened, openWindow: async (url) => done.push(`open ${url}`) },
    navigator: { setAppBadge: async (count) => void done.push(`badge ${count}`) },
    addEventListener(type: 'push' | 'notificationclick', listener: never) {
      if (type === 'push') pushed = listener;
      else clicked = listener;
    },
  });
  const run = async (dispatch: (waitUntil: (work: Promise<unknown>) => void) => void) => {
    const works: Promise<unknown>[] = [];
    dispatch((work) => works.push(work));
    expect(works, 'the browser is told to wait').toHaveLength(1);
    await Promise.all(works);
  };
  return {
    done,
    shown,
    push: (text: string | null) =>
      run((waitUntil) => pushed({ data: text === null ? null : { text: () => text }, waitUntil })),
    click: (data: unknown) =>
      run((waitUntil) => clicked({ notification: { data, close: () => done.push('close') }, waitUntil })),
  };
}

const notification = {
  title: 'Amsel',
  body: 'Neu',
  navigate: `${ORIGIN}/notification-centre?n=1`,
  tag: 't',
  lang: 'de',
};

describe('a push message', () => {
  it('is shown, and the number of unread ones stands on the icon', async () => {
    const worker = startWorker();
    await worker.push(JSON.stringify({ web_push: 8030, notification, app_badge: 3 }));
    expect(worker.shown).toMatchObject([{ title: 'Amsel', options: { body: 'Neu', tag: 't', lang: 'de' } }]);
    expect(worker.done).toEqual(['badge 3']);
  });

  it('that cannot be read is shown all the same', async () => {
    const worker = startWorker();
    for (const text of [null, '', '{', '{"web_push":1}']) await worker.push(text);
    expect(worker.shown.map(({ title }) => title)).toEqual(['Kreide', 'Kreide', 'Kreide', 'Kreide']);
  });

  it('that is pressed opens its page in the open window, else in a new one', async () => {
    const open = startWorker(['https://other.example/', `${ORIGIN}/feed`]);
    await open.click({ navigate: notification.navigate });
    expect(open.done).toEqual(['close', `focus ${ORIGIN}/feed`, `navigate ${notification.navigate}`]);
    const closed = startWorker();
    await closed.click({ navigate: '/news/7' });
    expect(closed.done).toEqual(['close', `open ${ORIGIN}/news/7`]);
  });

  it('never leads out of the app', async () => {
    const worker = startWorker();
    for (const navigate of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', undefined, 7])
      await worker.click({ navigate });
    await worker.click(null);
    expect(new Set(worker.done)).toEqual(new Set(['close', `open ${ORIGIN}/notification-centre`]));
  });
});
