import type { Page } from 'playwright-core';

/** Three accounts in the authenticator. */
export async function keepCodes(page: Page): Promise<void> {
  for (const [issuer, account] of [
    ['Mondbank', 'n.neubauer@example.org'],
    ['Lernplattform', 'neubauer'],
    ['Mailhaus', ''],
  ] as const) {
    await page.evaluate(() => history.pushState(null, '', '/authenticator/setup-key'));
    await page.reload();
    const form = page.locator('main form');
    await form.locator('input[name="issuer"]').fill(issuer);
    await form.locator('input[name="account"]').fill(account);
    await form.locator('input[name="key"]').fill('GEZDGNBVGY3TQOJQ');
    await form.locator('button[type="submit"]').click();
    await page.waitForURL('**/authenticator/start');
  }
  await page.waitForFunction(
    () => [...document.querySelectorAll('[data-code]')].filter((one) => /\d/.test(one.textContent ?? '')).length === 3,
  );
}

/** The lists of people; the pages for timetables and letters end alike. */
async function openPeopleImport(page: Page): Promise<void> {
  await page.locator('a[href$="/upload"]:not([href*="web-interface"], [href*="generate-users"])').click();
  await page.locator('input[type=file], [role=radiogroup]').first().waitFor({ state: 'attached' });
}

/** The form for lists of people; a list of another picture may be open, and is dropped. */
export async function offerPeople(page: Page): Promise<void> {
  await openPeopleImport(page);
  if ((await page.locator('input[type=file]').count()) === 0) await page.locator('main button').last().click();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
}

/** A list with a class that there is not, a row that is nobody, and many who are missing. */
export async function reviewPeople(page: Page): Promise<void> {
  await openPeopleImport(page);
  if ((await page.locator('input[type=file]').count()) > 0) {
    const buffer = Buffer.from('Nachname;Vorname;Klasse;Konfession\nYılmaz;Çağla;5a;\nGroß;Zoë;5z;\nOhne;;5a;\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'schueler.csv', mimeType: 'text/csv', buffer });
    await page.locator('main form button[type=submit]').click();
  }
  await page.locator('[role=radiogroup]').waitFor();
  await page.locator('main li b').first().waitFor();
}

/** What a change of the school year needs. */
async function openYearChecks(page: Page): Promise<void> {
  await page.locator('a[href$="/school-year-change-validation"]').click();
  await page.locator('main li section').first().waitFor();
}

/** Where each class goes with the next school year. */
export async function openNextGrades(page: Page): Promise<void> {
  await openYearChecks(page);
  await page.locator('main a[href$="/grade-upgrade"]').first().click();
  await page.locator('main form').waitFor();
}

/** Some of the people of a change: a list of many pages never stands still. */
export async function openYearChange(page: Page): Promise<void> {
  await openYearChecks(page);
  await page.goto(page.url().replace('school-year-change-validation', 'instant-school-year-change'));
  await page.locator('main [type=search]').fill('ber');
  await page.waitForFunction(() => {
    const lines = document.querySelectorAll('main ul > li');
    return lines.length > 0 && lines.length < 100;
  });
}

/** A list that looks like that of a program; `people-upload` drops it again. */
export async function proposePrograms(page: Page): Promise<void> {
  await offerPeople(page);
  const rows = 'SchuelerNachname;SchuelerRufname;GruppeBezeichnung;SchuelerId\nYılmaz;Çağla;5a;D-1\n';
  const file = { name: 'danis.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('main form button[type=submit]').click();
  await page.locator('main section section li button').first().waitFor();
}

/** The first two accounts that may be of one person, beside each other. */
export async function compareTwo(page: Page): Promise<void> {
  await page.locator('main a[href*="/doubles/"]').first().click();
  await page.locator('main table caption').waitFor();
}

/** A receiver of a new item: the first group of the list. */
export async function chooseReceiver(page: Page): Promise<void> {
  await page.locator('main [role=tabpanel] li button:not([disabled])').first().click();
  await page.locator('main section button').first().waitFor();
}

/** From there to its text. */
export async function toNewsText(page: Page): Promise<void> {
  await chooseReceiver(page);
  await page.locator('main [class*=foot] button').click();
  await page.locator('[role="toolbar"]').waitFor();
}

/** Sends an item; above a number of readers that is asked again. */
export async function sendNews(page: Page): Promise<void> {
  await page.locator('main [class*=foot] button').last().click();
  await page.waitForFunction(
    () => document.querySelector('[role=alertdialog]') !== null || location.pathname.endsWith('/news/scheduled'),
  );
  const question = page.locator('[role=alertdialog] button').last();
  if ((await question.count()) > 0) await question.click();
}

/** The links of the school, which can be dragged. */
export async function toLinks(page: Page): Promise<void> {
  await page.locator('main a[href$="/school-additional-content"]').click();
  await page.locator('main li[draggable]').first().waitFor();
}
