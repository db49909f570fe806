import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of a page that is loaded when it is shown, for `<Suspense>`. Without a network its place stays empty until
 * there is one: a page that works goes on working. A part that is missing with a network throws (P-8.21).
 */
export function late<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadWithNetwork(load) }));
}

async function loadWithNetwork<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadWithNetwork(load);
  }
}
