// Before anything is drawn: the brightness that was chosen, so that a dark room stays dark while the app loads.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is off: the device decides.
}

// What the page will ask for once the app has come is fetched beside it: a phone on a slow network waits once, not four times.
try {
  const { daily, screen, words } = JSON.parse(document.querySelector('meta[name="kreide-ahead"]').content);
  const wanted = [localStorage.getItem('language') ?? '', ...navigator.languages];
  const language = wanted.map((tag) => tag.toLowerCase().split('-')[0]).find((name) => daily[name]) ?? 'de';
  const isSignedIn = localStorage.getItem('auth_token') ?? sessionStorage.getItem('auth_token');
  const isSignIn = !isSignedIn && /^\/$|\/login\/?$/.test(location.pathname);
  for (const file of isSignIn ? [daily[language], ...screen, ...words[language]] : [daily[language]]) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
} catch {
  // Storage is off, or the app is not built: everything comes when it is asked for.
}
