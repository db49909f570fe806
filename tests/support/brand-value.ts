import type { Page } from 'playwright-core';

/** Serves the app as if the default branding had this value. */
export async function withBrandValue(page: Page, former: string, value: string): Promise<() => number> {
  let changed = 0;
  await page.route('**/assets/index-*.js', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    if (text.includes(former)) changed += 1;
    await route.fulfill({ response, body: text.replaceAll(former, value) });
  });
  return () => changed;
}
