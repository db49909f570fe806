// The address of this page may say: ?token=… (from the school's settings), ?mode=sub or news-split, ?begins_at=YYYY-MM-DD,
// ?page_seconds=…, ?stale_minutes=…, ?branding=…, ?locale=…, ?distance=…, ?diagonal=…, ?kiosk=true, ?dark. Without a token it shows the demo school.
const monitor = document.querySelector('kreide-monitor');
const query = new URLSearchParams(location.search);

document.documentElement.classList.toggle('dark', query.has('dark'));
const NAMES = [
  'mode',
  'begins_at',
  'page_seconds',
  'stale_minutes',
  'branding',
  'locale',
  'distance',
  'diagonal',
  'kiosk',
];
for (const name of NAMES) {
  const value = query.get(name);
  if (value) monitor.setAttribute(name.replace('_', '-'), value);
}

// The token of the demo school, which is invented: a real one is a secret of the screen.
const DEMO = 'de305ca1-0000-4000-8000-000000000001-news-split';
monitor.setAttribute('token', query.get('token') ?? DEMO);

// Page and script come from the cache while the server is away: a screen that reloads then stays lit.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('worker.js').catch(console.warn);
