/// <reference lib="webworker" />
import '../kernel/older-engines.ts';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { listenForPush } from '../features/notifications/push-worker.ts';
import { NOT_THE_APP, successorsOf } from './app-files.ts';
import type { WorkerMessage } from './worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of the first page. */
declare const __SHELL__: PrecacheEntry[];
/** Every file of this version, as paths. */
declare const __ASSETS__: string[];

const DAY = 24 * 60 * 60;

/**
 * Files of the app carry a hash of their content in their name, so they never change. They stay beyond their version:
 * tabs that were opened before an update still need them.
 */
const assets = new CacheFirst({
  cacheName: 'kreide-assets',
  matchOptions: { ignoreVary: true },
  plugins: [new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 60 * DAY }) as WorkboxPlugin],
});

precacheAndRoute(__SHELL__);
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assets);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/'), { denylist: NOT_THE_APP }));

const keep = (event: ExtendableEvent, paths: readonly string[]) =>
  Promise.all(paths.map((path) => assets.handle({ event, request: new Request(path) })));

self.addEventListener('install', (event) => {
  const fetchSuccessors = async () => {
    const cache = await caches.open(assets.cacheName);
    const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
    await keep(event, successorsOf(kept, __ASSETS__));
  };
  event.waitUntil(fetchSuccessors());
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'keep') event.waitUntil(keep(event, message.paths));
  if (message.type === 'takeOver') void self.skipWaiting();
});

listenForPush(self);
