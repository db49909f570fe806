// Before anything is drawn: the brightness that was chosen, so that a dark room stays dark while the app loads.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is off: the device decides.
}

// What the page will ask for once the app has come is fetched beside it: a phone on a slow network waits once, not four times.
try {
  const { daily, screens, words, sent } = JSON.parse(document.querySelector('meta[name="kreide-ahead"]').content);
  const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages];
  const language = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find((name) => daily[name]) ?? 'de';
  const isSignedIn = localStorage.getItem('auth_token') ?? sessionStorage.getItem('auth_token');
  const isSignIn = !isSignedIn && /^\/$|\/login\/?$/.test(location.pathname);
  const isPlan = location.pathname.startsWith('/timetable');
  const own = isPlan ? 'timetable' : /^\/(feed\/?)?$/.test(location.pathname) ? 'feed' : '';
  const screen = isSignIn ? [...screens.signIn, ...words[language]] : isSignedIn && own ? screens[own] : [];
  const fetchAhead = (href, rel, as = '', crossOrigin = '') =>
    document.head.append(Object.assign(document.createElement('link'), { rel, as, crossOrigin, href }));
  // The school that signs in is the largest thing on the page.
  const [, slink] = /^\/([^/]+)\/login\/?$/.exec(isSignIn ? location.pathname : '') ?? [];
  const server = document.querySelector('meta[name="kreide-server"]').content.replace(/\/+$/, '');
  if (slink) fetchAhead(`${server}/v1/public/schools/${slink}`, 'preload', 'fetch', 'use-credentials');
  // Who it is says what the page shows: asked for as the app asks (first-answer.ts), unless the app is on the device already.
  if (isSignedIn && own && !navigator.serviceWorker?.controller) {
    const token = sessionStorage.getItem('auth_token') ?? isSignedIn;
    const [, xsrf] = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie) ?? [];
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...sent,
      'accept-language': language,
      authorization: `Bearer ${token}`,
      ...(xsrf && { 'x-xsrf-token': xsrf }),
    };
    const url = `${server}/v1/users/self`;
    const answer = fetch(url, { headers, credentials: 'include', signal: AbortSignal.timeout(30_000) });
    answer.catch(() => {});
    globalThis.kreideFirst = { url, headers, answer };
  }
  // A few at a time: each takes a slow phone a moment in which it could not draw.
  const files = [daily[language], ...screen];
  const fetchSome = () => {
    for (const file of files.splice(0, 5)) {
      const isStyle = file.endsWith('.css');
      fetchAhead(`/${file}`, isStyle ? 'preload' : 'modulepreload', isStyle ? 'style' : '');
    }
    // Knowing all languages takes the browser longest of what the app begins with: it has the time now.
    setTimeout(files.length > 0 ? fetchSome : () => Intl.DateTimeFormat.supportedLocalesOf(language));
  };
  setTimeout(fetchSome);
} catch {
  // Storage is off, or the app is not built: everything comes when it is asked for.
}
