import './kernel/older-engines.ts';
import { KEPT_TIMEOUT, toHeaders } from '@kreide/core/client';
import type { FetchedAhead } from '../fetched-ahead.ts';
import { LANGUAGE_KEY, toFirstLanguage } from './kernel/first-language.ts';
import { sent } from './kernel/sent.ts';
import { serverAddress, settingIn } from './kernel/server-address.ts';
import { createSessionStore } from './kernel/session-store.ts';
import { shelves } from './kernel/storage.ts';
import { THEME_KEY } from './kernel/theme-key.ts';

// The first script of the page, which the build writes into it (fetched-ahead.ts).

// Before anything is drawn: the brightness that was chosen, so that a dark room stays dark while the app loads.
const chosen = shelves.local.getItem(THEME_KEY);
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;

// What the page will ask for once the app has come is fetched beside it: a phone on a slow network waits once, not four times.
const ahead = settingIn(document, 'ahead');
// Empty where the app is not built: everything comes when it is asked for.
if (ahead) fetchAhead(JSON.parse(ahead));

function fetchAhead({ daily, screens, words, paths }: FetchedAhead): void {
  const { pathname } = location;
  const language = toFirstLanguage(shelves.local.getItem(LANGUAGE_KEY), navigator.languages);
  const session = createSessionStore(shelves).get();
  const isSignIn = !session && /^\/$|\/login\/?$/.test(pathname);
  const own = pathname.startsWith('/timetable') ? 'timetable' : /^\/(feed\/?)?$/.test(pathname) ? 'feed' : null;
  const screen = isSignIn ? [...screens.signIn, ...(words[language] ?? [])] : session && own ? screens[own] : [];
  // The school that signs in is the largest thing on the page.
  const [, slink] = /^\/([^/]+)\/login\/?$/.exec(isSignIn ? pathname.toLowerCase() : '') ?? [];
  if (slink) link(serverAddress + paths.school.replace('{slink}', slink), 'preload', 'fetch', 'use-credentials');
  // Who it is says what the page shows: asked for as the app asks (first-answer.ts), unless the app is on the device already.
  if (session && own && !navigator.serviceWorker?.controller) {
    const headers = toHeaders({ ...sent, xsrf: sent.xsrf(), language, session });
    const url = serverAddress + paths.self;
    const answer = fetch(url, { headers, credentials: 'include', signal: AbortSignal.timeout(KEPT_TIMEOUT) });
    answer.catch(() => {});
    globalThis.kreideFirst = { url, headers, answer };
  }
  // A few at a time: each takes a slow phone a moment in which it could not draw.
  const files = [daily[language] as string, ...screen];
  const fetchSome = () => {
    for (const file of files.splice(0, 5)) {
      const isStyle = file.endsWith('.css');
      link(`/${file}`, isStyle ? 'preload' : 'modulepreload', isStyle ? 'style' : '');
    }
    // Knowing all languages takes the browser longest of what the app begins with: it has the time now.
    setTimeout(files.length > 0 ? fetchSome : () => Intl.DateTimeFormat.supportedLocalesOf(language));
  };
  setTimeout(fetchSome);
}

function link(href: string, rel: string, as = '', crossOrigin = ''): void {
  document.head.append(Object.assign(document.createElement('link'), { rel, as, crossOrigin, href }));
}
