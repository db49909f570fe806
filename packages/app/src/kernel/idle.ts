/** When the page has drawn what it had to, and has a moment: for what is fetched ahead. */
export async function whenIdle(): Promise<void> {
  if ('requestIdleCallback' in window)
    await new Promise<unknown>((resolve) => window.requestIdleCallback(resolve, { timeout: 2000 }));
}
