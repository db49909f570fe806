// Keeps what the screen needs to start without network: its page, its files, the script, words, colours, logo and typeface.
const CACHE = 'monitor-view-1';
const KEPT = /^\/(monitor|widgets|brandings)\/|^\/assets\/geist-/;
/** A network that is silent for so long counts as away where something is kept, ms. */
const PATIENCE = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { pathname, origin } = new URL(url);
  if (method === 'GET' && origin === self.location.origin && KEPT.test(pathname))
    event.respondWith(newest(event.request, pathname));
});

async function newest(request, pathname) {
  const cache = await caches.open(CACHE);
  const asked = fetch(request).then(async (answer) => {
    // A full storage must not take the picture away.
    if (answer.ok) await cache.put(pathname, answer.clone()).catch(console.warn);
    return answer;
  });
  const kept = await cache.match(pathname);
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  const first = await Promise.race([asked, late]).catch(() => kept);
  // A gateway answers in the place of a server that is away.
  return first.status >= 500 ? kept : first;
}
