// The screen in the hall. The address of this page says what it shows: every attribute of <kreide-monitor> is a query,
// written with - or _ (begins_at, distance, kiosk …); only the server is always this one.
const monitor = document.querySelector('kreide-monitor');
const query = new URLSearchParams(location.search);
const NAMES = [
  'token',
  'mode',
  'begins-at',
  'locale',
  'branding',
  'stale-minutes',
  'page-seconds',
  'distance',
  'diagonal',
  'kiosk',
];

monitor.setAttribute('kiosk', 'true');
for (const name of NAMES) {
  const value = query.get(name) ?? query.get(name.replace('-', '_'));
  if (value) monitor.setAttribute(name, value);
}

// The element says in which language and of which school; the page takes it over.
monitor.addEventListener('kreide-load', () => {
  const shown = monitor.shadowRoot.querySelector('[lang]');
  if (shown) document.documentElement.lang = shown.lang;
});

// A pointer shows itself only while somebody moves it.
let resting;
addEventListener('pointermove', () => {
  document.documentElement.classList.add('is-used');
  clearTimeout(resting);
  resting = setTimeout(() => document.documentElement.classList.remove('is-used'), 5000);
});

// One reload a day, at night, when the server is there: what a new version brings, and memory begun anew.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const startedAt = Date.now();
const minute = Math.floor(Math.random() * 60);
setInterval(async () => {
  const now = new Date();
  if (now.getHours() !== 3 || now.getMinutes() !== minute || Date.now() - startedAt < 2 * HOUR) return;
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}, MINUTE);

// Page, script, words, colours, logo and typeface come from the device while the server is away; the plan is kept by the
// element. What came before the worker was there goes through it once, out of the browser's own cache.
async function keep() {
  const workers = navigator.serviceWorker;
  const isKept = workers.controller !== null;
  await workers.register('/monitor/view-worker.js');
  if (isKept) return;
  if (!workers.controller)
    await new Promise((done) => workers.addEventListener('controllerchange', done, { once: true }));
  const passed = new Set();
  const pass = (address) => {
    if (!address.startsWith(`${location.origin}/`) || address.includes('/v1/') || passed.has(address)) return;
    passed.add(address);
    fetch(address, { cache: 'force-cache' }).catch(() => passed.delete(address));
  };
  pass(location.href);
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) pass(name);
  }).observe({ type: 'resource', buffered: true });
}
// A frame may have no storage, and then no worker either.
keep().catch(console.warn);
