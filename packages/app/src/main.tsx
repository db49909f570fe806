import './ui/tokens.css';
import './ui/fonts.css';
import './ui/base.css';
import './every-page.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { applyBrand, readVariant } from './kernel/branding.ts';
import { startTexts } from './kernel/i18n.ts';
import { breathe, CALM } from './kernel/idle.ts';
import { restoreSession } from './kernel/sign-in.ts';
import { shelves } from './kernel/storage.ts';
import { watchTextSize } from './kernel/text-size.ts';
import { reloadForNewVersion } from './shell/chunk-reload.ts';
import { reloadNewest } from './shell/reload-newest.ts';
import { createRouter } from './shell/router.tsx';
import { fetchLateIconsWith } from './ui/LateIcon.tsx';

watchTextSize();
fetchLateIconsWith(async () => (await import('./ui/late-icons.ts')).LATE_ICON_PATHS);

window.addEventListener('vite:preloadError', (event) => {
  const reloads = reloadForNewVersion(event.payload, __RELEASED_AT__, shelves.session, reloadNewest);
  if (reloads) event.preventDefault();
});

/**
 * Not awaited at the top of this file: what is fetched on demand may import from the same chunk, and would wait for it
 * for ever.
 */
async function start() {
  await breathe();
  if (window.Capacitor) {
    const { bridgeVibration, keepFieldInView, native } = await import('./kernel/native.ts');
    bridgeVibration(native, navigator);
    keepFieldInView(native, document);
  }
  const branded = applyBrand(readVariant()).catch((error: unknown) => console.warn('The brand did not load', error));
  await Promise.all([branded.then(startTexts), restoreSession()]);

  await breathe();
  const router = createRouter();
  await breathe();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  if (import.meta.env.PROD) {
    // After what the first page needs.
    const keep = () =>
      void import('./shell/start-keeping.ts').then(({ startKeeping }) => startKeeping(router), console.warn);
    if (navigator.serviceWorker?.controller) keep();
    else setTimeout(keep, CALM);
  }
}
void start();
