// The address of this page may say: ?token=… (from the school's settings), ?mode=sub or news-split, ?begins_at=YYYY-MM-DD,
// ?page_seconds=…, ?stale_minutes=…, ?branding=…, ?locale=…, ?dark. Without a token it shows the demo school.
const monitor = document.querySelector('kreide-monitor');
const query = new URLSearchParams(location.search);

document.documentElement.classList.toggle('dark', query.has('dark'));
for (const name of ['mode', 'begins_at', 'page_seconds', 'stale_minutes', 'branding', 'locale']) {
  const value = query.get(name);
  if (value) monitor.setAttribute(name.replace('_', '-'), value);
}

// The token is remembered, so that a screen without network after a power cut still finds its last plan.
const REMEMBERED = 'signage:demo-token';

async function demoToken() {
  try {
    const answer = await fetch('/v1/public/schools/demo');
    if (!answer.ok) throw new Error(`The demo school answered ${answer.status}`);
    const { data } = await answer.json();
    localStorage.setItem(REMEMBERED, `${data.uuid}-news-split`);
  } catch (error) {
    console.warn(error);
  }
  return localStorage.getItem(REMEMBERED);
}

const showToken = (token) => token && monitor.setAttribute('token', token);
if (query.has('token')) showToken(query.get('token'));
else {
  showToken(localStorage.getItem(REMEMBERED));
  demoToken().then(showToken);
}

// Page and script come from the cache while the server is away: a screen that reloads then stays lit.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('worker.js').catch(console.warn);
