import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { readVariant, wear } from './kernel/branding.ts';
import { startTexts } from './kernel/i18n.ts';
import { shelves } from './kernel/storage.ts';
import { reloadForNewVersion } from './shell/chunk-reload.ts';
import { createRouter } from './shell/router.tsx';

window.addEventListener('vite:preloadError', (event) => {
  const reloads = reloadForNewVersion(event.payload, __RELEASED_AT__, shelves.session, () => window.location.reload());
  if (reloads) event.preventDefault();
});

await wear(readVariant()).catch((error: unknown) => console.warn('The brand did not load', error));
await startTexts();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={createRouter()} />
  </StrictMode>,
);
