// features: monitor, schools, webuntis

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { clipboardAfter } from '../support/app-browser.ts';
import { PASSWORD } from '../support/people.ts';
import { SURFACES, type Surface, toggle, withPublicAccess } from '../support/public-access-flows.ts';
import { callRpc } from '../support/webuntis.ts';

const { kreide, release, released, settings, openSettings } = withPublicAccess();

describe('the administrator', () => {
  it('opens the school for programs made for WebUntis, and is told what they need [D-6.11]', async () => {
    const enter = async () =>
      (await callRpc(kreide.server, 'authenticate', { user: 'admin', password: PASSWORD })).body.error?.code ?? 'in';
    expect(await enter()).toBe(-8509);
    await using app = await openSettings();
    const door = app.page.getByRole('switch', { name: 'Programme für WebUntis' });
    await door.press('Space');
    await app.page.getByText('Programme für WebUntis können sich ab jetzt anmelden.').waitFor();
    const { host } = new URL(kreide.server.url);
    await app.page.getByText(`In das Programm gehören als Server ${host} und als Schule amsel.`).waitFor();
    expect(await enter()).toBe('in');
    await door.press('Space');
    await app.page.getByText('Programme für WebUntis werden ab jetzt abgewiesen.').waitFor();
    expect(await enter()).toBe(-8509);
    expect(app.problems).toEqual([]);
  });

  it('finds the settings through the navigation, and they pass axe with all switched off [P-2.77] [P-2.78] [T-2.103]', async () => {
    await using app = await kreide.open({
      username: 'admin',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page } = app;
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Mehr' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Verwaltung' }).click();
    await page.getByRole('link', { name: 'Schuleinstellungen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Schuleinstellungen' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(settings());
    await page.getByRole('button', { name: 'Vorschau zeigen' }).last().click();
    await page.locator('kreide-news').getByText('Schulfest').waitFor();
    await page.getByRole('button', { name: 'Vorschau schließen' }).click();
    for (const surface of Object.keys(SURFACES) as Surface[]) await toggle(page, surface).press('Space');
    await expect.poll(released).toMatchObject({ monitor: false, timetable: false, news: false });
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('copies what the homepage needs, for the grade that was chosen', async () => {
    await using app = await openSettings({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = app;
    const section = page.getByRole('region', { name: SURFACES.timetable });
    await section.getByRole('button', { name: /Klasse/ }).click();
    await page.getByRole('option', { name: '10b' }).click();
    const copy = section.getByRole('button', { name: /^Kopieren/ });
    await copy.click();
    await section.getByText('Kopiert.').waitFor();
    await expect
      .poll(() => clipboardAfter(copy))
      .toBe(
        `<script src="${kreide.server.url}/widgets/kreide.js" defer></script>\n<kreide-timetable school="amsel" entity="grades" entity-id="10b"></kreide-timetable>`,
      );
    const feed = page.getByRole('region', { name: SURFACES.news }).getByRole('button', { name: /^Kopieren.*RSS/ });
    await feed.click();
    await expect.poll(() => clipboardAfter(feed)).toBe(`${kreide.server.url}/v1/public/news/amsel.rss`);
  });

  it('hears that a change was not saved: the switch goes back by itself, and the next try works', async () => {
    await using app = await openSettings({ isFirstVisit: true });
    const { page, context } = app;
    await context.setOffline(true);
    await toggle(page, 'news').press('Space');
    await page
      .getByRole('alert')
      .getByText(/Nicht gespeichert, es bleibt wie zuvor/)
      .waitFor();
    expect(await toggle(page, 'news').isChecked()).toBe(true);
    await context.setOffline(false);
    await toggle(page, 'news').press('Space');
    await page.getByText('Nachrichten auf der Homepage: nicht mehr öffentlich zu sehen.').waitFor();
    expect(await page.getByText(/Nicht gespeichert/).count()).toBe(0);
    expect((await released()).news).toBe(false);
  });

  it('goes on working where the network left before a part of the page had come, and gets the part with the network [P-8.21]', async () => {
    await using app = await kreide.open({ username: 'admin', isFirstVisit: true });
    const { page, context } = app;
    const part = /\/MonitorUse-[^/]+\.js/;
    const asked = page.waitForRequest(part);
    await page.route(part, async (route) => {
      await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
      await route.abort('internetdisconnected');
    });
    await page.goto(settings());
    await asked;
    await context.setOffline(true);
    await toggle(page, 'news').press('Space');
    await page
      .getByRole('alert')
      .getByText(/Nicht gespeichert, es bleibt wie zuvor/)
      .waitFor();
    await page.unroute(part);
    const hall = page.getByRole('link', { name: 'Halle: Plan ansehen (neues Fenster)' });
    expect(await hall.count()).toBe(0);
    await context.setOffline(false);
    await hall.waitFor();
  });

  it('turns nothing on again that another administrator has turned off meanwhile', async () => {
    await using app = await openSettings();
    await release({ monitor: false, teacher_names: 'shortcut' });
    await toggle(app.page, 'news').press('Space');
    await expect.poll(released).toMatchObject({ monitor: false, news: false, teacher_names: 'shortcut' });
    await expect.poll(() => toggle(app.page, 'monitor').isChecked()).toBe(false);
  });

  it('chooses how teachers appear in public, and only then whether absent ones are listed [D-2.09] [T-7.164]', async () => {
    await using app = await openSettings();
    const { page } = app;
    const absent = page.getByRole('switch', { name: 'Abwesende Lehrkräfte auf dem Bildschirm nennen' });
    expect(await absent.isDisabled()).toBe(true);
    await page.getByText('Mit Kürzel', { exact: true }).click();
    await expect.poll(released).toMatchObject({ teacher_names: 'shortcut', absent_teachers: false });
    await absent.press('Space');
    await expect.poll(released).toMatchObject({ teacher_names: 'shortcut', absent_teachers: true });
    await page.getByRole('switch', { name: 'Zeigen, wer vertreten wird' }).press('Space');
    await expect.poll(released).toMatchObject({ replaced_teachers: true, teacher_plans: false });
    await page.getByText('Mit Pseudonym', { exact: true }).click();
    await expect.poll(released).toMatchObject({ teacher_names: 'pseudonym' });
    expect(await page.getByRole('switch', { name: 'Pläne der Lehrkräfte auf der Homepage zeigen' }).isDisabled()).toBe(
      true,
    );
  });
});

describe('the screens', () => {
  /** What a visitor sees at an address, without a session. */
  async function visit(href: string) {
    const visitor = await kreide.open();
    await visitor.page.goto(href);
    return visitor;
  }

  it('have addresses that open without sign-in, with the news beside the plan or without [C-2.47] [T-2.135] [T-2.136]', async () => {
    await using app = await openSettings();
    for (const [mode, name] of [
      ['sub', 'Halle: Plan ansehen (neues Fenster)'],
      ['news-split', 'Halle: Plan und Nachrichten ansehen (neues Fenster)'],
    ] as const) {
      const href = await app.page.getByRole('link', { name, exact: true }).getAttribute('href');
      expect(href).toBe(`/monitor/view?token=${kreide.school.screen}-${mode}`);
      expect(await app.page.getByText(`${kreide.server.url}${href}`, { exact: true }).count()).toBe(1);
      await using visitor = await visit(href ?? '');
      await visitor.page.locator('kreide-monitor .m-page .m-entry').first().waitFor();
      const news = visitor.page.locator('kreide-monitor').getByText('Schulfest');
      expect(await news.count()).toBe(mode === 'sub' ? 0 : 1);
    }
  });

  it('are added, renewed after a question and removed; one that runs on the old address goes dark [T-2.137] [T-2.135]', async () => {
    await using app = await openSettings();
    const { page } = app;
    await page.getByRole('textbox', { name: 'Name des Bildschirms' }).fill('Mensa');
    await page.getByRole('button', { name: 'Bildschirm hinzufügen' }).click();
    const link = page.getByRole('link', { name: 'Mensa: Plan ansehen (neues Fenster)' });
    await link.waitFor();
    const former = (await link.getAttribute('href')) ?? '';
    await using running = await visit(former);
    await running.page.locator('kreide-monitor .m-page .m-entry').first().waitFor();
    await page.getByRole('button', { name: 'Adresse erneuern: Mensa' }).click();
    await page.getByRole('button', { name: 'Adresse erneuern', exact: true }).click();
    await page.getByText('Die Adressen sind neu. Die alten zeigen nichts mehr.').waitFor();
    await expect.poll(() => link.getAttribute('href')).not.toBe(former);
    // What its next question in a minute would find.
    await running.page.evaluate(() => dispatchEvent(new Event('online')));
    const gone = running.page.locator('kreide-monitor').getByText('Nicht verfügbar');
    await gone.waitFor();
    expect(await running.page.locator('kreide-monitor .m-entry').count()).toBe(0);
    await using renewed = await visit((await link.getAttribute('href')) ?? '');
    await renewed.page.locator('kreide-monitor .m-page .m-entry').first().waitFor();
    await page.getByRole('button', { name: 'Mensa entfernen' }).click();
    await page.getByRole('button', { name: 'Entfernen', exact: true }).click();
    await page.getByText('Entfernt: Mensa').waitFor();
    await expect.poll(() => link.count()).toBe(0);
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('say what the school says to everybody on a day', async () => {
    await using app = await openSettings();
    await app.page.getByRole('textbox', { name: 'Text für alle Bildschirme' }).fill('Heute Wandertag');
    await app.page.getByRole('button', { name: 'Meldung speichern' }).click();
    await app.page.getByText('Gespeichert.').waitFor();
    await using visitor = await visit(`/monitor/view?token=${kreide.school.screen}-sub`);
    await expect.poll(() => visitor.page.locator('kreide-monitor .m-message').textContent()).toBe('Heute Wandertag');
  });

  it('keep what somebody types for them while a colleague saves, and show both', async () => {
    await using app = await openSettings();
    const { page } = app;
    const db = kreide.server.test.database.kysely;
    const day = { school_id: kreide.school.id, date: '2026-11-18' };
    const written = [
      { field: 'Text für alle Bildschirme', save: 'Meldung speichern', mine: 'Heute Sportfest', theirs: 'Hitzefrei' },
      { field: /^Seiten/, save: 'Speichern', mine: 'https://mine.example', theirs: 'https://theirs.example' },
    ];
    for (const { field, mine } of written) await page.getByRole('textbox', { name: field }).fill(mine);
    const updated_at = new Date(Date.now() + 1000).toISOString();
    const message = { text: 'Hitzefrei', updated_at };
    await db
      .insertInto('day_messages')
      .values({ ...day, ...message })
      .onConflict((known) => known.columns(['school_id', 'date']).doUpdateSet(message))
      .execute();
    await db
      .updateTable('schools')
      .set({ screen_origins: ['https://theirs.example'] })
      .where('id', '=', day.school_id)
      .execute();
    for (const { field, save, mine, theirs } of written) {
      const textbox = page.getByRole('textbox', { name: field });
      const form = page.locator('form').filter({ has: textbox });
      await form.getByRole('button', { name: save, exact: true }).click();
      await form.getByText(theirs, { exact: true }).waitFor();
      expect(await textbox.inputValue()).toBe(mine);
      const keep = form.getByRole('button', { name: 'Meine Fassung speichern' });
      await keep.click();
      await expect.poll(() => keep.count()).toBe(0);
    }
    const saved = async () => [
      (await db.selectFrom('day_messages').select('text').where('date', '=', day.date).executeTakeFirst())?.text,
      (await db.selectFrom('schools').select('screen_origins').where('id', '=', day.school_id).execute())[0]
        ?.screen_origins,
    ];
    await expect.poll(saved).toEqual(['Heute Sportfest', ['https://mine.example']]);
  });

  it('show the plan alone, over the whole screen, while the news are not released; the settings say so [D-2.10]', async () => {
    await release({ news: false });
    await using app = await openSettings();
    await app.page.getByText('Die Nachrichten sind ausgeschaltet.', { exact: false }).waitFor();
    await using visitor = await visit(`/monitor/view?token=${kreide.school.screen}-news-split`);
    await visitor.page.locator('kreide-monitor .m-page .m-entry').first().waitFor();
    expect(await visitor.page.locator('kreide-monitor .m-news').count()).toBe(0);
  });
});

describe('somebody else', () => {
  it.each(['ada', 'teacher', 'office'])(
    '(%s) is led to the default page and told why, and finds no entry [T-2.74] [C-6.02]',
    async (username) => {
      await using app = await kreide.open({ username });
      await app.page.goto(settings());
      await app.page.getByText('Dafür fehlt die Berechtigung.').waitFor();
      await expect.poll(() => new URL(app.page.url()).pathname).toBe('/feed');
      await app.page.getByRole('link', { name: 'Mehr' }).click();
      await app.page.getByRole('region', { name: 'Konto' }).waitFor();
      expect(await app.page.getByText('Verwaltung').count()).toBe(0);
      await app.page.goto('/more/administration');
      await app.page.getByRole('heading', { name: 'Kein Zugang' }).waitFor();
    },
  );

  it('who may only edit the school finds its settings and changes them [C-2.38]', async () => {
    const { kysely } = kreide.server.test.database;
    const right = {
      school_id: kreide.school.id,
      user_id: kreide.school.users.teacher,
      permission: 'edit-school',
      is_allowed: true,
    };
    await kysely.insertInto('user_permissions').values(right).execute();
    await using app = await kreide.open({ username: 'teacher' });
    await app.page.goto('/more/administration');
    await app.page.getByRole('link', { name: 'Schuleinstellungen' }).click();
    await toggle(app.page, 'news').press('Space');
    await expect.poll(released).toMatchObject({ news: false });
    expect(app.problems).toEqual([]);
    await kysely.deleteFrom('user_permissions').where('user_id', '=', right.user_id).execute();
  });

  it('who administers another school does not find the page of this one [D-4.06]', async () => {
    await using app = await kreide.open({ username: 'stranger', slink: 'drossel' });
    await app.page.goto(settings());
    await app.page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    expect(await app.page.getByRole('switch').count()).toBe(0);
  });
});
