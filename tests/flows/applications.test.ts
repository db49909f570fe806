// features: registration

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltSchool, buildSchool, buildUser, PASSWORD, signIn } from '../support/people.ts';

let school: BuiltSchool;
const kreide = withApp(async ({ test }) => {
  school = await buildSchool(test.database.kysely, 'amsel', { name: 'Amselschule' });
  await buildUser(test.database.kysely, school.id, 'office', 'ADMIN');
});

const NARROW = { language: 'en', viewport: { width: 390, height: 844 } };
const WIDE = { language: 'en', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const };
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const closed = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'You cannot register here at the moment' }).waitFor();

/** Time passes for the server and for the page alike. */
function wait(seconds: number): void {
  kreide.server.clock.advance(seconds * 1000);
}

describe('applying to a school', () => {
  it('is not possible at a wrong address or where the school has opened nothing, in the same neutral words [P-2.19] [P-2.20] [P-2.21]', async () => {
    await using visitor = await kreide.open(NARROW);
    const { page } = visitor;
    for (const path of [
      `/school/info/user-type/${school.uuid}`,
      '/school/info/user-type/00000000-0000-4000-8000-000000000000',
      '/school/info/user-type/nonsense',
      `/school/page/info/parent/${school.uuid}`,
      `/school/page/info/parent/${school.uuid}/register`,
      `/school/page/info/headmaster/${school.uuid}`,
    ]) {
      await page.goto(path);
      await closed(page);
    }
    await expectAccessible(page);
  });

  it('keeps what is being written when a colleague saves the same page, and shows both versions', async () => {
    const { pool } = kreide.server.test.database;
    const token = await signIn(kreide.server, 'amsel', 'office');
    await using office = await kreide.open({ username: 'office', password: PASSWORD, slink: 'amsel' });
    const { page } = office;
    await page.goto(`/management/${school.uuid}/applications`);
    await page.getByRole('button', { name: /^Text bearbeiten: Lehrkr/ }).click();
    const text = page.getByRole('textbox', { name: 'Text der Seite' });
    await text.fill('Eigene Fassung');
    const answer = await kreide.server.request('PUT', `/v1/schools/${school.id}/application-pages/teacher`, {
      token,
      body: { is_open: false, content: '<p>Fremde Fassung</p>', updated_at: null },
    });
    expect(answer.status, answer.text).toBe(200);
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByRole('heading', { name: 'Inzwischen hat jemand anderes gespeichert' }).waitFor();
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(['Eigene Fassung', 'Fremde Fassung']);
    expect(await text.innerText()).toContain('Eigene Fassung');
    await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
    await text.waitFor({ state: 'detached' });
    const { rows } = await pool.query('select content from application_pages where school_id = $1', [school.id]);
    expect(rows).toEqual([{ content: '<p>Eigene Fassung</p>' }]);
    expect(office.problems).toEqual([]);
  });

  it('goes from the choice over the page of the school and its form to the confirmation, and the school takes the person in [P-2.19] [P-2.20] [P-2.21] [P-2.22] [P-7.16]', async () => {
    await using office = await kreide.open({ ...WIDE, username: 'office', password: PASSWORD, slink: 'amsel' });
    const admin = office.page;
    await admin.goto('/more/administration');
    await admin.getByRole('link', { name: /^Applications/ }).click();
    await admin.getByRole('switch', { name: 'Take applications: Parent' }).waitFor();
    await expectAccessible(admin);
    await admin.getByRole('button', { name: 'Edit text: Parent' }).click();
    await admin.getByRole('textbox', { name: 'Text of the page' }).fill('Our open day is on Friday.');
    // The pages are not read again before the switch is pressed, which must not take the text back.
    let isPressed = () => {};
    const pressed = new Promise<void>((resolve) => {
      isPressed = resolve;
    });
    await admin.route('**/application-pages', (route) => pressed.then(() => route.continue()));
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.getByText('Saved.').first().waitFor();
    await admin.getByText('Take applications: Parent').click();
    isPressed();
    await admin.getByText(`/school/info/user-type/${school.uuid}`).waitFor();
    await expectAccessible(admin);

    await using visitor = await kreide.open(NARROW);
    const { page } = visitor;
    await page.goto(`/school/info/user-type/${school.uuid}`);
    await page.getByText('Choose as what you want to register with Amselschule.').waitFor();
    expect(await page.getByRole('list', { name: 'Who are you?' }).getByRole('link').count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Parent' }).click();
    await page.waitForURL(`**/school/page/info/parent/${school.uuid}`);
    await page.getByText('Our open day is on Friday.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'To the form' }).click();
    await page.waitForURL('**/register');
    await page.getByText('Our open day is on Friday.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Please fill this in.').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstname');
    await expectAccessible(page);
    await field(page, 'First name').fill('Mara');
    await field(page, 'Last name').fill('Berg');
    await field(page, 'E-mail address').fill('mara@');
    await field(page, 'Name and grade of your child').fill('Ada Berg, 5a');
    await field(page, 'Message to the school (optional)').fill('We move in August.');
    await page.getByText('deleted after 180 days').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Please enter a valid e-mail address.').waitFor();
    await field(page, 'E-mail address').fill('mara@home.example');
    wait(13 * 3600);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Please send it once more.').waitFor();
    expect(await field(page, 'First name').inputValue()).toBe('Mara');
    wait(10);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.waitForURL('**/register/confirmed');
    await page.getByRole('heading', { name: 'Your application has arrived' }).waitFor();
    await expectAccessible(page);
    expect(visitor.problems).toEqual([]);

    await using later = await kreide.open({ ...WIDE, username: 'office', password: PASSWORD, slink: 'amsel' });
    await later.page.goto('/users');
    await later.page.getByText('1 application', { exact: true }).waitFor();
    await later.page.getByRole('link', { name: 'Look' }).click();
    await later.page.getByText('Child: Ada Berg, 5a').waitFor();
    await later.page.getByText('We move in August.').waitFor();
    await later.page.getByRole('button', { name: 'Accept: Mara Berg' }).click();
    await expectAccessible(later.page);
    await later.page.getByRole('button', { name: 'Accept', exact: true }).click();
    await later.page.getByRole('heading', { name: 'Code for Mara Berg' }).waitFor();
    const code = (await later.page.getByRole('dialog').locator('code').first().textContent()) ?? '';
    await later.page.getByRole('button', { name: 'Done' }).click();
    await later.page.getByText('Accepted', { exact: true }).waitFor();
    await page.goto(`/amsel/register/activate/${code}`);
    await page.waitForURL('**/registration/intro-parent-1');
    expect(later.problems).toEqual([]);
  });
});
