import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STYLE_SRC } from '../../packages/core/src/features/branding/index.ts';
import { createSchool } from '../../packages/server/src/commands/school.ts';
import { ROOT, startTestServer, type TestServer } from '../support/server.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const SHOTS = process.env.KREIDE_SHOTS;

let kreide: TestServer;
let browser: Browser;
let page: Page;
let link: string;
let count = 0;

beforeAll(async () => {
  if (!existsSync(`${ROOT}/packages/app/dist/index.html`)) throw new Error('The app is not built: npm run build');
  kreide = await startTestServer({ pages: { root: ROOT, styles: STYLE_SRC } });
  browser = await chromium.launch({ executablePath: process.env.KREIDE_CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
});
afterAll(async () => {
  await browser?.close();
  await kreide?.stop();
});

beforeEach(async () => {
  count += 1;
  link = await createSchool(
    kreide.server.database.kysely,
    {
      ...{ name: 'Gymnasium Lindenau', slink: `linden${count}`, locale: 'en' },
      ...{ timeZone: 'Europe/Berlin', adminUsername: 'office' },
    },
    kreide.clock.now(),
  );
  await page?.context().close();
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, locale: 'en', reducedMotion: 'reduce' as const },
    colorScheme: count % 2 === 0 ? 'dark' : 'light',
  });
  page = await context.newPage();
  await page.goto(kreide.url + link, { waitUntil: 'networkidle' });
});

const field = (name: string) => page.getByLabel(name, { exact: true });

async function expectAccessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

async function shoot(name: string): Promise<void> {
  if (!SHOTS) return;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: `${SHOTS}/reset-${name}-${width}.png` });
  }
}

describe('the page behind a one-time link', () => {
  it('sets the password of the first administrator, who signs in with it [P-2.16] [P-7.12] [D-4.15]', async () => {
    await page.getByRole('heading', { level: 1, name: 'New password' }).waitFor();
    await field('New password').fill('chalk and cheese');
    await field('Repeat new password').fill('chalk and cheese');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'The password is saved' }).waitFor();
    await page.getByText('office').waitFor();
    await expectAccessible();
    await shoot('done');
    await page.getByRole('link', { name: 'To the sign-in' }).click();
    await field('Username or e-mail').fill('office');
    await field('Password').fill('chalk and cheese');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/feed');
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(kreide.url + link);
    await field('New password').fill('chalk and cheese');
    await field('Repeat new password').fill('chalk and cheese');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'This link is no longer valid' }).waitFor();
    await expectAccessible();
    await shoot('over');
  });

  it('says how many characters are missing, then moderate, then strong, with a bar in the colour of it [P-5.21] [P-5.22] [P-5.23] [P-5.24]', async () => {
    const bar = page.locator('[data-colour]');
    for (const [password, words, colour] of [
      ['', '8 more characters.', 'red'],
      ['12', '6 more characters.', 'red'],
      ['123', '5 more characters.', 'yellow'],
      ['1234567', '1 more character.', 'yellow'],
      ['12345678', 'Moderate', 'yellow'],
      ['123456789', 'Moderate', 'yellow'],
      ['1234567890', 'Strong', 'green'],
    ] as const) {
      await field('New password').fill(password);
      await page.getByText(words).waitFor();
      expect(await bar.getAttribute('data-colour'), password).toBe(colour);
    }
    await expectAccessible();
    await shoot('strong');
  });

  it('needs both fields, equal, with eight characters, and sends nothing before [P-5.19] [P-5.20]', async () => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/password-reset/confirm')) calls += 1;
    });
    const save = page.getByRole('button', { name: 'Save password' });
    await save.click();
    await page.getByText('Please enter a password.').waitFor();
    await page.getByText('Please repeat the password.').waitFor();
    await field('New password').fill('1234567');
    await field('Repeat new password').fill('1234567');
    await save.click();
    await page.getByText('The password needs at least 8 characters.').waitFor();
    await field('New password').fill('12345678');
    await page.getByText('The two passwords differ.').waitFor();
    await expectAccessible();
    await shoot('wrong');
    expect(calls).toBe(0);
    await field('Repeat new password').fill('12345678');
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'The password is saved' }).waitFor();
    expect(calls).toBe(1);
  });
});
