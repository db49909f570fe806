import type { Page } from 'playwright-core';

interface Router {
  navigate(to: string): Promise<void>;
  state: { location: { pathname: string }; blockers: Map<string, { state: string }> };
}
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedProps: { router?: Router } | null;
}

/**
 * Goes to an address as a link of the app does, without loading the app anew, which costs a core half a second.
 * @returns false where it could not: no app stands there, it is there already, or the page asks whether it may be left.
 */
export function goInside(page: Page, address: string): Promise<boolean> {
  return page.evaluate(async (to) => {
    const { origin, pathname, search, hash } = new URL(to);
    if (origin !== location.origin || pathname === location.pathname) return false;
    const root = document.getElementById('root') ?? document.body;
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    const open = key ? [(root as unknown as Record<string, Fiber>)[key]] : [];
    let router: Router | undefined;
    while (!router && open.length > 0) {
      const fiber = open.pop();
      if (!fiber) continue;
      router = fiber.memoizedProps?.router;
      open.push(fiber.sibling ?? undefined, fiber.child ?? undefined);
    }
    if (!router) return false;
    const isThere = router.navigate(pathname + search + hash).then(() => true);
    if (!(await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, 15_000, false))]))) return false;
    if ([...router.state.blockers.values()].some(({ state }) => state === 'blocked')) return false;
    // What is less urgent than drawing the page runs after it. To be idle, a busy browser takes all the time that it is given.
    if ('scheduler' in window) await scheduler.postTask(() => {}, { priority: 'background' });
    else await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }));
    return true;
  }, address);
}

/** Goes inside the app to a path where that can be, and loads the app there where not. */
export async function visit(page: Page, path: string): Promise<void> {
  const isThere = page.url().startsWith('http') && (await goInside(page, new URL(path, page.url()).href));
  if (!isThere) await page.goto(path);
}
