// features: audit

import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type AuditEntry, appendAudit } from '../../packages/server/src/kernel/data/audit.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { dateIn, datePicker, fillDate } from '../support/date-picker.ts';
import { globalChannelOf } from '../support/global-channel.ts';
import { LOOKS } from '../support/looks.ts';
import { buildSchool, buildUser, signIn } from '../support/people.ts';

const kreide = withApp(async (server) => {
  const { kysely } = server.test.database;
  const school = await buildSchool(kysely, 'amsel');
  await buildUser(kysely, school.id, 'ada', 'ADMIN');
  await buildUser(kysely, school.id, 'ben', 'TEACHER');
  const token = await signIn(server, 'amsel', 'ben');
  const marks = { is_pinned: false, is_official: false, is_public: false };
  const draft = { title: '<i>Ausflug</i>', content: '<p>Am Freitag.</p>', publish_at: null, ...marks };
  const channels = [await globalChannelOf(kysely, school.id)];
  const { body } = await server.request('POST', '/v1/channels/news', { token, body: { ...draft, channels } });
  const { id, updated_at, publish_at } = body.data;
  await server.request('PUT', `/v1/channels/news/${id}`, {
    token,
    body: { ...draft, title: 'Wandertag', content: `${draft.content}<p>Um acht.</p>`, publish_at, updated_at },
  });
  return school;
});

const entries = (page: Page) => page.locator('main [data-row]');
/** What the opened entry says. */
const facts = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title, exact: true }) });

async function openLog(options: Parameters<typeof kreide.open>[0] = {}) {
  const app = await kreide.open({ username: 'ada', ...options });
  await app.page.goto('/more/administration');
  await app.page.getByRole('link', { name: /Änderungsprotokoll/ }).click();
  await entries(app.page).first().waitFor();
  return app;
}

describe('the administrator', () => {
  it.each(LOOKS)(
    'sees at $width px who changed what when, in the time of the school, with the values before and after [D-4.11]',
    async ({ width, colorScheme }) => {
      await using app = await openLog({ viewport: { width, height: 900 }, colorScheme });
      const { page } = app;
      const changed = entries(page).filter({ hasText: 'News geändert' });
      expect(await changed.textContent()).toContain('ben of');
      expect(await changed.locator('time').textContent()).toBe('18.11.26, 10:10:00');
      await changed.getByRole('button', { name: 'News geändert' }).click();
      await rowOf(page, 'Titel').waitFor();
      const cells = await rowOf(page, 'Titel').getByRole('cell').allTextContents();
      expect(cells).toEqual(['<i>Ausflug</i>', 'Wandertag']);
      const words = await rowOf(page, 'Inhalt').getByRole('cell').allTextContents();
      expect(words).toEqual(['Am Freitag.', 'Am Freitag.\nUm acht.']);
      await expectAccessible(page);
      expect(app.problems).toEqual([]);
    },
  );

  it('looks for a person, an action and a record, in an address that can be passed on, and takes the filters back [D-4.11]', async () => {
    const token = await signIn(kreide.server, 'amsel', 'ada');
    await using app = await openLog();
    const { page } = app;
    const all = await entries(page).count();
    await page.getByRole('searchbox', { name: 'Person' }).fill('BEN OF');
    await expect.poll(() => page.url()).toContain('search=BEN+OF');
    // The choice is kept under a name, beside one of another device, and opened again where it is not.
    const kept = JSON.stringify([{ table: 'deliveries', name: 'Anderswo', query: 'state=failed' }]);
    const own = (method: 'PUT' | 'GET', path: string, body?: unknown) =>
      kreide.server.request(method, `/v1/users/${path}`, { token, ...(body === undefined ? {} : { body }) });
    expect((await own('PUT', 'self/properties', { 'users.table_views': kept })).status).toBeLessThan(300);
    await page.getByRole('button', { name: 'Als Ansicht merken' }).click();
    await page.keyboard.type('Nur Ben');
    await page.keyboard.press('Enter');
    await page.getByText('Die Ansicht „Nur Ben“ ist gemerkt.').waitFor();
    expect((await own('GET', 'self')).body.data.properties['users.table_views']).toContain('Anderswo');
    const view = page.getByRole('button', { name: /Ansicht$/ });
    await view.click();
    await page.getByRole('option', { name: 'Alles' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await page.getByRole('searchbox', { name: 'Person' }).inputValue()).toBe('');
    await view.click();
    await page.getByRole('option', { name: 'Nur Ben' }).click();
    await expect.poll(() => page.url()).toContain('search=BEN+OF');
    expect(await page.getByRole('searchbox', { name: 'Person' }).inputValue()).toBe('BEN OF');
    await expect.poll(() => entries(page).count()).toBe(3);
    await page.getByRole('button', { name: /Vorgang/ }).click();
    await page.getByRole('option', { name: 'News geschrieben' }).click();
    await expect.poll(() => entries(page).count()).toBe(1);
    await page.reload();
    await entries(page).getByRole('button', { name: 'News geschrieben' }).click();
    await facts(page).getByRole('button', { name: 'Schließen' }).last().click();
    expect(await entries(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await expect.poll(() => entries(page).count()).toBe(all);
    expect(await page.getByRole('searchbox', { name: 'Person' }).inputValue()).toBe('');
    await entries(page).filter({ hasText: 'News geändert' }).getByRole('button', { name: 'News geändert' }).click();
    await page.getByRole('button', { name: 'Alles zu diesem Datensatz' }).click();
    await expect.poll(() => entries(page).count()).toBe(2);
    await fillDate(datePicker(page, 'Bis'), '2026-11-17');
    await page.getByRole('heading', { name: 'Kein Eintrag passt' }).waitFor();
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('is told when the last day lies before the first, and an earlier end is raised to it [P-5.12] [C-5.09]', async () => {
    await using app = await openLog();
    const { page } = app;
    const all = await entries(page).count();
    const [from, until] = [datePicker(page, 'Von'), datePicker(page, 'Bis')];
    expect(await until.getByRole('spinbutton').first().getAttribute('aria-required')).toBeNull();
    await fillDate(until, '2026-11-16');
    await expect.poll(() => page.url()).toContain('until=2026-11-16');
    await fillDate(from, '2026-11-17');
    await page.getByText('„Bis“ liegt vor „Von“.').waitFor();
    expect(page.url()).not.toContain('from');
    await fillDate(until, '2026-11-15');
    await expect.poll(() => dateIn(until)).toBe('2026-11-17');
    await page.getByText('„Bis“ liegt vor „Von“.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
    await expect.poll(() => entries(page).count()).toBe(all);
  });

  it('takes what is shown away as a file [D-4.11]', async () => {
    await using app = await openLog();
    const { page } = app;
    await page.getByRole('searchbox', { name: 'Person' }).fill('ben of');
    await expect.poll(() => entries(page).count()).toBe(3);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Als CSV exportieren' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('audit-log-amsel-2026-11-18.csv');
    const text = `${await buffer(await download.createReadStream())}`;
    expect(text.startsWith('\uFEFFLaufende Nummer;')).toBe(true);
    expect(text.trim().split('\r\n')).toHaveLength(4);
    expect(text).toContain('Wandertag');
  });
});

it('nobody without the right finds the log or opens it by its address [D-4.11]', async () => {
  await using app = await kreide.open({ username: 'ben' });
  const { page } = app;
  await page.goto(`/management/${kreide.school.uuid}/audit-log`);
  await page.waitForURL('**/feed');
  expect(await page.getByText('News geändert').count()).toBe(0);
});

it('a log that cannot be loaded says why, and loads when asked again', async () => {
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  let isBroken = true;
  await page.route(/\/v1\/schools\/\d+\/audit-log(\?|$)/, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' }, meta: {} } })
      : route.continue(),
  );
  await page.goto(`/management/${kreide.school.uuid}/audit-log`);
  await page.getByRole('heading', { name: 'Das Protokoll konnte nicht geladen werden' }).waitFor();
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('alert').getByRole('button').click();
  await entries(page).first().waitFor();
});

it('older entries follow at the end of the list, each once, whatever is recorded meanwhile', async () => {
  const { server, school } = kreide;
  const add = (id: number): AuditEntry => ({
    school_id: school.id,
    origin: 'system',
    action: 'news:audit.create',
    entity: 'pages',
    id,
    after: { title: `Seite ${id}` },
    address: `192.0.2.${id}`,
    now: server.clock.now(),
  });
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  await appendAudit(server.test.database.kysely, numbers.map(add));
  await using app = await kreide.open({ username: 'ada' });
  const { page } = app;
  // As a busy page does: what is in sight is told behind a moment in which it was not yet.
  await page.addInitScript(() => {
    const Observer = window.IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const before = (entry: IntersectionObserverEntry) => ({
          ...entry,
          isIntersecting: false,
          target: entry.target,
        });
        super((entries, observer) => tell([...entries.map(before), ...entries], observer), options);
      }
    };
  });
  await page.goto(`/management/${school.uuid}/audit-log?entity=pages`);
  await entries(page).first().waitFor();
  await appendAudit(server.test.database.kysely, [add(61)]);
  // Only what is near the window is drawn.
  const shown = new Map<number, string>();
  const goOn = async () => {
    const drawn = await entries(page).evaluateAll((rows) => {
      // The list moves on only from what has been read, all of it: a row between two pictures would never be seen.
      rows.at(-1)?.scrollIntoView();
      return rows.map((row) => {
        const texts = [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent);
        return [
          Number(row.getAttribute('aria-rowindex')),
          texts.find((text) => text.startsWith('192.')) ?? '',
        ] as const;
      });
    });
    for (const [index, address] of drawn) shown.set(index, address);
    return shown.size;
  };
  await expect.poll(goOn).toBe(60);
  const inOrder = [...shown].sort(([one], [other]) => one - other).map(([, address]) => address);
  expect(inOrder).toEqual(numbers.toReversed().map((id) => `192.0.2.${id}`));
  expect(app.problems).toEqual([]);
});
