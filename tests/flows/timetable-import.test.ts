// features: timetable-import

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessFile } from '../support/access-file.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { PLAN_HEAD, publishPlan } from '../support/imports.ts';
import { PASSWORD, signIn } from '../support/people.ts';
import { buildPlanSchool, LESSON_ROWS } from '../support/plan-school.ts';

const app = withApp(buildPlanSchool);
let token: string;
beforeAll(async () => {
  token = await signIn(app.server, 'amsel', 'admin');
});

const path = (page: 'upload' | 'status' | 'automatic-upload') => `/management/${app.school.uuid}/web-interface/${page}`;
const planFile = (rows: readonly string[], name = 'plan.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[PLAN_HEAD, ...rows].join('\n')}\n`),
});

async function upload(page: Page, rows: readonly string[], name?: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(planFile(rows, name));
  await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
}

describe('the import of a timetable', () => {
  it('goes from the files over the difference to the published plan, and back again [T-2.76] [T-3.88] [T-3.89] [T-7.27] [C-2.57]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: 'Stundenplan importieren' }).click();
    await page.getByText('Dateien hierher ziehen').waitFor();
    expect(new URL(page.url()).pathname).toBe(path('upload'));
    await expectAccessible(page);

    await page.getByRole('button', { name: /^Automatisch erkennen/ }).click();
    const offered = await page.getByRole('option').allTextContents();
    const programs = [
      'Untis',
      'Davinci 6',
      'Indiware 4/5/6',
      'Pupil',
      'Generic API',
      'aSc',
      'Turboplaner',
      'CSV',
      'Time2007',
      'WebUntis',
    ];
    expect(offered).toEqual(['Automatisch erkennen', ...programs]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    await page.getByText('Bitte mindestens eine Datei auswählen.').waitFor();
    await upload(page, [...LESSON_ROWS, '900;7a;Zz;MA;R99;5;4', '901;7a;Zz;MA;R99;9;4']);
    await page.getByText('Bereit', { exact: true }).waitFor();
    const difference = page.getByRole('region', { name: 'Unterschied zum geltenden Plan' });
    await difference.getByText('7a MA').waitFor();
    await page
      .getByRole('region', { name: 'Nicht übernommene Zeilen' })
      .getByText('plan.csv', { exact: false })
      .waitFor();
    expect(await page.getByRole('row', { name: /^Räume/ }).textContent()).toBe('Räume100');
    await expectAccessible(page);

    await difference.getByLabel('Suchen', { exact: false }).fill('R99');
    await difference.getByText('2 Änderungen').waitFor();
    await difference.getByRole('tab', { name: 'Entfällt' }).click();
    await difference.getByRole('tabpanel', { name: 'Entfällt' }).getByText('0 Änderungen').waitFor();
    // The chosen tab stands in the address: it is there again after a reload, and an unknown one is the first.
    const length = await page.evaluate(() => window.history.length);
    await difference.getByRole('tab', { name: 'Neu' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('activeTab')).toBe('added');
    expect(await page.evaluate(() => window.history.length)).toBe(length);
    await page.reload();
    await difference.getByRole('tab', { name: 'Neu', selected: true }).waitFor();
    await page.goto(page.url().replace('activeTab=added', 'activeTab=nothing'));
    await difference.getByRole('tab', { name: 'Alle', selected: true }).waitFor();

    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await page.getByText('Veröffentlicht', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Zurücknehmen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click();
    await page.getByText('Zurückgenommen', { exact: true }).waitFor();
    expect(open.problems).toEqual([]);
  });

  it('asks whether short names that the school does not have are its own, and remembers what was chosen', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto(path('upload'));
    await upload(page, [...LESSON_ROWS, '900;7 A;Bg;MA;R 204;5;4']);
    const codes = page.getByRole('region', { name: 'Unbekannte Kürzel' });
    await codes.getByText('Ähnlich: 7a').waitFor();
    await expectAccessible(page);
    const save = codes.getByRole('button', { name: 'Übernehmen' });
    expect(await save.isDisabled()).toBe(true);
    await codes.getByRole('button', { name: /Klasse 7 A/ }).click();
    await page.getByRole('option', { name: '7a', exact: true }).click();
    await save.click();
    await page.getByText('Gemerkt. Der Vergleich ist neu gerechnet.').waitFor();
    await codes.getByRole('button', { name: /^7a\b.*Klasse 7 A/ }).waitFor();
    const changes = page.getByRole('row', { name: /^Klassen/ });
    await expect.poll(() => changes.count()).toBe(0);
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Verworfen.').waitFor();
    expect(await codes.count()).toBe(0);
    expect(open.problems).toEqual([]);
  });

  it('asks which table of a database holds the lessons and what its columns are, and remembers it [T-3.86] [T-3.88]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    const database = (...rows: (string | number)[][]) => ({
      name: 'time.mdb',
      mimeType: 'application/x-msaccess',
      buffer: Buffer.from(
        accessFile([
          { name: 'Menü', columns: ['Tag', 'Essen'], rows: [[1, 'Suppe']] },
          { name: 'Plan', columns: ['Klasse', 'Lehrkürzel', 'Fach', 'Tag', 'Stunde'], rows },
        ]),
      ),
    });
    const send = async (file: ReturnType<typeof database>) => {
      await page.goto(path('upload'));
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    };
    await send(database(['7a', 'Bg', 'MA', 1, 2], ['7a', 'Bg', 'MA', 3, 2]));
    const question = page.getByRole('region', { name: 'Wie ist diese Datei gemeint?' });
    await question.getByRole('button', { name: /Plan, Zeilen: 2.*Tabelle/ }).waitFor();
    await question.getByRole('button', { name: /Stunde: 2.*Stunde/ }).waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: /Nicht in dieser Tabelle.*Lehrkraft/ }).click();
    await page.getByRole('option', { name: 'Lehrkürzel: Bg' }).click();
    await question.getByRole('button', { name: 'Anwenden und lesen' }).click();
    await page.getByText('Bereit', { exact: true }).waitFor();
    // What was said can be seen and changed; as it is there is nothing to apply.
    await question.getByRole('button', { name: /Lehrkürzel: Bg.*Lehrkraft/ }).waitFor();
    expect(await question.getByRole('button', { name: 'Anwenden und lesen' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Verworfen.').waitFor();
    await send(database(['7a', 'Bg', 'MA', 4, 5]));
    await page.getByText('Bereit', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Verworfen.').waitFor();
    expect(open.problems).toEqual([]);
  });

  it('asks which weekdays the days of a plan are, and shows what was said the next time', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    const file = {
      name: 'plan.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(
        `<timetable importtype="database"><daysdefs><daysdef name="Tag A" days="10"/><daysdef name="Tag B" days="01"/></daysdefs>
        <classes><class id="K1" short="7a" name="7a"/></classes><subjects><subject id="S1" short="MA" name="MA"/></subjects>
        <lessons><lesson id="L1" classids="K1" subjectid="S1"/></lessons><cards><card lessonid="L1" period="1" days="01"/></cards></timetable>`,
      ),
    };
    const send = async () => {
      await page.goto(path('upload'));
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    };
    await send();
    const question = page.getByRole('region', { name: 'Wie ist diese Datei gemeint?' });
    await question.getByText('heißen nicht wie Wochentage', { exact: false }).waitFor();
    await expectAccessible(page);
    const apply = question.getByRole('button', { name: 'Anwenden und lesen' });
    expect(await apply.isDisabled()).toBe(true);
    await question.getByRole('button', { name: /Tag 1: Tag A/ }).click();
    await page.getByRole('option', { name: 'Sonntag' }).click();
    await question.getByRole('button', { name: /Montag.*Tag 2: Tag B/ }).waitFor();
    await apply.click();
    await page.getByText('Bereit', { exact: true }).waitFor();
    await send();
    await page.getByText('Bereit', { exact: true }).waitFor();
    await question.getByRole('button', { name: /Sonntag.*Tag 1: Tag A/ }).waitFor();
    expect(open.problems).toEqual([]);
  });

  it('asks before much changes, and shows the new difference when the plan has moved meanwhile', async () => {
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(path('upload'));
    await page.getByText('Dateien hierher ziehen').waitFor();
    await upload(page, LESSON_ROWS.slice(0, 12));
    await page.getByText(/mehr als 20 Prozent/).waitFor();
    await publishPlan(app.server, token, [PLAN_HEAD, ...LESSON_ROWS, '950;7a;Zz;MA;R98;5;4']);
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Trotzdem veröffentlichen' }).click();
    await page.getByText('Der Plan hat sich seit der Vorschau geändert.', { exact: false }).first().waitFor();
    await page.getByRole('region', { name: 'Unterschied zum geltenden Plan' }).getByText(/R98/).first().waitFor();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await page.getByText('Verworfen', { exact: true }).waitFor();
  });

  it('says why a file cannot be read, and lists every upload with its state [T-2.78] [T-7.27]', async () => {
    await using open = await app.open({ username: 'admin', colorScheme: 'dark' });
    const { page } = open;
    await page.goto(path('upload'));
    await page.getByText('Dateien hierher ziehen').waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'brief.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Liebe Eltern, am Freitag ist Sommerfest.'),
    });
    await page.getByRole('button', { name: 'Hochladen und vergleichen' }).click();
    await page.getByText('brief.txt: Dieses Format ist unbekannt.', { exact: false }).waitFor();
    await page.goto(path('status'));
    const failed = page.locator('[data-row]').filter({ hasText: 'brief.txt' });
    await failed.getByText('Nicht gelesen').waitFor();
    await expectAccessible(page);
    await failed.getByRole('link', { name: /^Upload/ }).click();
    await page.getByRole('button', { name: 'Weiteren Export hochladen' }).click();
    await page.getByText('Dateien hierher ziehen').waitFor();
    expect(open.problems).toEqual([]);
  });

  it('can be left to the command, whose lines are there to copy [T-2.77]', async () => {
    await using open = await app.open({ username: 'admin' });
    await open.page.goto(path('automatic-upload'));
    await open.page.getByText('kreide timetable upload --watch', { exact: false }).waitFor();
    await expectAccessible(open.page);
  });
});

describe('the automatic import', () => {
  it('has a source and credentials that are shown once, and lets a program in with them [T-2.77] [T-7.126] [T-7.127]', async () => {
    await using open = await app.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = open;
    await page.goto(path('automatic-upload'));
    await page.getByRole('button', { name: /Woher die Pläne kommen/ }).click();
    await page.getByRole('option', { name: 'CSV' }).click();
    await page.getByText('Gespeichert.').waitFor();
    const make = page.getByRole('button', { name: 'Zugangsdaten erstellen' });
    await make.click();
    await page.getByText('Bitte das Passwort eingeben.').waitFor();
    const field = page.getByRole('textbox', { name: 'Jetziges Passwort' });
    await field.fill('wrong');
    await make.click();
    await page.getByText('Das ist nicht das jetzige Passwort.').waitFor();
    await expectAccessible(page);
    await field.fill(PASSWORD);
    await make.click();
    await page.getByText('Die Zugangsdaten sind nur jetzt zu sehen.', { exact: false }).waitFor();
    const shown = await page.getByText(/^KREIDE_USERNAME=/).textContent();
    const [, username, password] = /^KREIDE_USERNAME=(\S+) KREIDE_UPLOAD_PASSWORD=(\S+)$/.exec(shown ?? '') ?? [];
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fertig' }).click();
    expect(await page.getByText(/^KREIDE_USERNAME=/).count()).toBe(0);
    const entered = await app.server.request('POST', '/v1/timetable-service/login', {
      body: { slink: app.school.slink, username, password },
    });
    expect(entered.status).toBe(200);
    // The source of the school is offered first.
    await page.goto(path('upload'));
    await page.getByRole('button', { name: /^CSV/ }).waitFor();
  });

  it('reads a published upload again from its page, and accepts unchanged files after a press [T-7.24] [T-7.25]', async () => {
    const published = await publishPlan(app.server, token, [PLAN_HEAD, ...LESSON_ROWS, '950;7a;Zz;MA;R50;5;6']);
    await using open = await app.open({ username: 'admin' });
    const { page } = open;
    await page.goto(`${path('upload')}?upload=${published.uuid}`);
    await page.getByRole('button', { name: 'Noch einmal lesen' }).click();
    await page.getByRole('heading', { name: `Upload ${published.number + 1}` }).waitFor();
    await page.goto(path('automatic-upload'));
    await page.getByRole('button', { name: 'Unveränderte Dateien wieder annehmen' }).click();
    await page.getByText('Unveränderte Dateien werden wieder angenommen.').waitFor();
    const { rows } = await app.server.test.database.pool.query(
      'select count(*)::integer as known from timetable_uploads where files_hash is not null',
    );
    expect(rows[0].known).toBe(0);
  });
});
