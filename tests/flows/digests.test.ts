// features: notifications

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { toDigestToken } from '../../packages/server/src/features/notifications/digest-token.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { buildSchool, buildUser } from '../support/people.ts';
import { TEST_SECRET } from '../support/server.ts';

/** Nobody is there: what is ordered stays in line. */
const NO_SERVER = { KREIDE_SMTP_URL: 'smtp://127.0.0.1:9', KREIDE_MAIL_FROM: 'kreide@school.example' };
const ids: Record<string, number> = {};
const kreide = withApp(
  async ({ test }) => {
    const { kysely } = test.database;
    const school = await buildSchool(kysely, 'amsel');
    for (const [name, role] of [
      ['ada', 'STUDENT'],
      ['office', 'ADMIN'],
    ] as const)
      ids[name] = (await buildUser(kysely, school.id, name, role)).id;
    await kysely
      .updateTable('users')
      .set({ email: 'ada@home.example' })
      .where('school_id', '=', school.id)
      .where('username', '=', 'ada')
      .execute();
    return school;
  },
  { env: NO_SERVER },
);

const settings = async () =>
  (
    await kreide.server.test.database.pool.query(
      'select user_id::int, digest, digest_at, begins_at from notification_settings order by user_id',
    )
  ).rows;
const choose = (page: Page, name: string) =>
  page.locator('[role="radiogroup"] label').filter({ hasText: name }).click();
async function openAdministration(page: Page, name: RegExp) {
  await page.goto('/more/administration');
  await page.getByRole('link', { name }).click();
}
const timeOf = (page: Page, label: string) => page.getByRole('group', { name: label }).getByRole('spinbutton');

describe('digests', () => {
  it('are asked for beside the settings of push messages, by whoever has an address [D-6.03]', async () => {
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await page.goto('/settings/self/notifications');
    await page.getByRole('heading', { name: 'Zusammenfassung per E-Mail' }).waitFor();
    expect(await page.getByText('kennt keine E-Mail-Adresse').count()).toBe(0);
    await choose(page, 'Wöchentlich');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert', { exact: true }).waitFor();
    expect(await settings()).toMatchObject([{ user_id: ids.ada, digest: 'weekly' }]);
    await expectAccessible(page, 'settings with digests');
    await using other = await kreide.open({ username: 'office' });
    await other.page.goto('/settings/self/notifications');
    await other.page.getByText('kennt keine E-Mail-Adresse').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('end with the button behind their link and not before, without a sign-in [D-6.03]', async () => {
    const token = toDigestToken(TEST_SECRET, { school_id: kreide.school.id, user_id: ids.ada as number });
    await using app = await kreide.open({ viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto(`/v1/notifications/digests/unsubscribe/${token}`);
    await page.getByRole('heading', { name: 'Zusammenfassungen abbestellen' }).last().waitFor();
    await expectAccessible(page, 'end of digests');
    expect(await settings()).toMatchObject([{ digest: 'weekly' }]);
    await page.getByRole('button', { name: 'Abbestellen' }).click();
    await page.getByRole('heading', { name: 'Abbestellt' }).waitFor();
    expect(await settings()).toMatchObject([{ digest: 'off' }]);
    await page.goto(`/digest-off?again#token=${token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}x`);
    await page.getByRole('button', { name: 'Abbestellen' }).click();
    await page.getByRole('heading', { name: 'Dieser Link gilt nicht' }).waitFor();
    expect(app.problems).toEqual([]);
  });
});

describe('the school', () => {
  it('sets its quiet hours and the hour of digests in a form [D-6.03]', async () => {
    await using app = await kreide.open({ username: 'office' });
    const { page } = app;
    await openAdministration(page, /Ruhezeiten der Schule/);
    await timeOf(page, 'Beginn').first().click();
    await page.keyboard.type('20');
    const digestAt = timeOf(page, 'Uhrzeit der Zusammenfassungen');
    for (const part of await digestAt.all()) {
      await part.click();
      for (let count = 0; count < 2; count += 1) await page.keyboard.press('Backspace');
    }
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gib eine Uhrzeit an.').waitFor();
    await digestAt.first().click();
    await page.keyboard.type('1830');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert', { exact: true }).waitFor();
    // Below the settings of every page.
    await page.getByText(/^Zuletzt geändert von .*office/i).waitFor();
    const [ofSchool] = await settings();
    expect(ofSchool).toMatchObject({ user_id: 0, digest_at: '18:30', begins_at: '20:00' });
    await expectAccessible(page, 'quiet hours of the school');
    expect(app.problems).toEqual([]);
  });

  it('reads what became of messages, by person, device, way and outcome, and writes to a person [P-7.28] [P-7.82]', async () => {
    const { pool } = kreide.server.test.database;
    await pool.query('delete from push_deliveries');
    await pool.query(
      `with device as (
         insert into devices (school_id, user_id, type, push_notification_consent, token, token_hash, name)
         select $1, $2, 'ios', 'ACCEPTED', 'a ' || n, decode(md5('a ' || n), 'hex'), 'Phone ' || n from generate_series(1, 2) n returning id)
       insert into push_deliveries (school_id, user_id, device_id, kind, topic, state, code, created_at, not_before, expires_at, done_at)
       select $1, $2, id, 'lesson', '', case when n > 20 then 'SENT' else 'REFUSED' end, 201, now(), now(), now(), now()
       from device, generate_series(1, 22) n`,
      [kreide.school.id, ids.ada],
    );
    await using app = await kreide.open({ username: 'office', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await openAdministration(page, /Zustellung von Mitteilungen/);
    const entries = page.locator('main [data-row]');
    const placeOfLast = async () => {
      await entries.last().scrollIntoViewIfNeeded();
      return entries.last().getAttribute('aria-rowindex');
    };
    await page.waitForURL('**/push-deliveries');
    await page.getByText('44 Zustellungen').waitFor();
    await entries.first().waitFor();
    await expectAccessible(page, 'deliveries');
    const asked = page.waitForRequest(/order=at/);
    await page.getByRole('columnheader', { name: 'Zeitpunkt' }).getByRole('button').click();
    await asked;
    // The head is the first row of the grid.
    await expect.poll(placeOfLast).toBe('45');
    await page.goto(`${new URL(page.url()).pathname}?state=SENT`);
    await expect.poll(() => entries.count()).toBe(4);
    await entries
      .filter({ hasText: 'Phone 2' })
      .first()
      .getByRole('button', { name: /^Mehr zu ada/ })
      .click();
    await page.getByRole('menuitem', { name: 'Nur dieses Gerät' }).click();
    await expect.poll(() => entries.count()).toBe(2);
    await page.getByRole('button', { name: 'Filter aufheben' }).click();
    await page.getByRole('searchbox', { name: 'Person' }).fill('nobody');
    await page.getByRole('heading', { name: 'Nichts passt dazu' }).waitFor();
    await page.getByRole('button', { name: 'Filter aufheben' }).click();
    await entries
      .first()
      .getByRole('button', { name: /^Mehr zu ada/ })
      .click();
    await page.getByRole('menuitem', { name: 'Nachricht senden' }).click();
    const dialog = page.getByRole('dialog', { name: /^Nachricht an ada/ });
    await dialog.getByRole('button', { name: 'Senden' }).click();
    await dialog.getByText('Gib einen Betreff an.').waitFor();
    await expectAccessible(page, 'message to a person');
    await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Bitte melden');
    await dialog.getByRole('button', { name: 'Senden' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await pool.query("select content from messages where content like 'Bitte melden%'");
    expect(rows).toHaveLength(1);
    expect(app.problems).toEqual([]);
  });
});
