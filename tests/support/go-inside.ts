import type { Page } from 'playwright-core';

interface Router {
  navigate(to: string): Promise<void>;
  state: { location: { pathname: string }; blockers: Map<string, { state: string }> };
}
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedProps: { router?: Router; location?: { pathname?: string }; navigationType?: string } | null;
  stateNode: { current?: Fiber } | null;
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
    /** The first of what React has drawn whose properties are of this kind. */
    const find = (isIt: (props: NonNullable<Fiber['memoizedProps']>) => unknown) => {
      const base = key ? (root as unknown as Record<string, Fiber>)[key]?.stateNode?.current : undefined;
      const open = [base];
      while (open.length > 0) {
        const fiber = open.pop();
        if (fiber?.memoizedProps && isIt(fiber.memoizedProps)) return fiber.memoizedProps;
        if (fiber) open.push(fiber.sibling ?? undefined, fiber.child ?? undefined);
      }
      return undefined;
    };
    const router = find((props) => props.router)?.router;
    if (!router) return false;
    const isThere = router.navigate(pathname + search + hash).then(() => true);
    if (!(await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, 15_000, false))]))) return false;
    if ([...router.state.blockers.values()].some(({ state }) => state === 'blocked')) return false;
    // The former page stays until all of the next one is there to be drawn.
    const drawn = () => find((props) => props.navigationType && props.location)?.location?.pathname;
    for (let waited = 0; drawn() !== router.state.location.pathname; waited += 10) {
      if (waited > 15_000) return false;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return true;
  }, address);
}

/** Goes inside the app to a path where that can be, and loads the app there where not. */
export async function visit(page: Page, path: string): Promise<void> {
  const isThere = page.url().startsWith('http') && (await goInside(page, new URL(path, page.url()).href));
  if (!isThere) await page.goto(path);
}
