import { allFetched } from '../kernel/idle.ts';
import { tellWorker } from './worker-messages.ts';

/** How long a reload waits for the new version, ms. */
const PATIENCE = 10_000;

/** Reloads into the newest version, fetching it first if the server has one (P-8.21). */
export async function reloadNewest(): Promise<void> {
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([takeOver(), deadline]).catch(() => {});
  window.location.reload();
}

async function takeOver(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  if (!registration.waiting) await registration.update();
  const { installing } = registration;
  if (installing) {
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => installing.state !== 'installing' && resolve());
    });
  }
  const { waiting } = registration;
  if (!waiting) return;
  // A worker that is asked for more and more hands over to nobody.
  await allFetched();
  const changed = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  tellWorker(waiting, { type: 'takeOver' });
  await changed;
}
