// Keeps what the screen needs to start without network: its page, its files, the script, words, colours and logo.
const CACHE = 'monitor-view-1';
const FILES = ['/monitor/view', '/monitor/view.css', '/monitor/view.js', '/widgets/kreide.js'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((path) => keep(cache, path)))));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { pathname, origin } = new URL(url);
  const isKept = /^\/(monitor|widgets|brandings)\//.test(pathname);
  if (method === 'GET' && origin === self.location.origin && isKept) event.respondWith(newest(event.request, pathname));
});

async function keep(cache, path) {
  const answer = await fetch(path, { headers: path === '/monitor/view' ? { accept: 'text/html' } : {} });
  if (answer.ok) await cache.put(path, answer);
}

async function newest(request, pathname) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(pathname, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(pathname);
    if (kept) return kept;
    throw error;
  }
}
