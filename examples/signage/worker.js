// Keeps what the screen needs to start: this page, its files and the script of the elements. The plan itself is kept by the element.
const CACHE = 'signage-1';
const FILES = ['./', 'signage.css', 'signage.js', '/widgets/kreide.js'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  const isKept = pathname.startsWith('/examples/signage/') || pathname === '/widgets/kreide.js';
  if (request.method === 'GET' && origin === self.location.origin && isKept) event.respondWith(newest(request));
});

async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
