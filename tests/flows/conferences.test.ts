// features: conferences

import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { buildChannel } from '../support/channels.ts';
import { button, enter, expectPictures, tile, withConferences } from '../support/conference-flows.ts';
import { buildConference } from '../support/conferences.ts';

const flows = withConferences();
const { kreide, tokens, idOf, db, open, room, begin } = flows;

describe('a conference of two browsers', () => {
  it('is begun from the chat, joined through its message, shows each the picture of the other, and is ended for both [C-1.07] [C-2.14] [C-2.15] [C-7.31] [C-4.36]', async () => {
    await using one = await open('ada');
    await using other = await open('ben', { viewport: { width: 390, height: 844 } });
    await one.page.goto(`/channels/${flows.channel.id}/chat`);
    await button(one.page, 'Aktionen für den Chat').click();
    await one.page.getByRole('menuitem', { name: 'Konferenz starten' }).click();
    await one.page.waitForURL(`**/channels/${flows.channel.id}/start-conference`);
    await expectAccessible(one.page);
    await button(one.page, 'Konferenz starten').click();
    await one.page.waitForURL(/join-conference/);
    await one.page.getByLabel('Dein Bild').waitFor();
    await expectAccessible(one.page);
    await enter(one.page);

    await other.page.goto(`/channels/${flows.channel.id}/chat`);
    const card = other.page.getByRole('region', { name: 'Konferenz' });
    await card.getByText('Läuft seit 10:10').waitFor();
    await card.getByText('1 Person ist da.').waitFor();
    await card.getByRole('link', { name: 'Zur Konferenz' }).click();
    await other.page.waitForURL(one.page.url());
    await other.page.getByText('1 Person ist da.', { exact: false }).waitFor();
    await enter(other.page);

    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
    const width = await other.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await expectAccessible(other.page);

    await button(other.page, 'Stumm schalten').click();
    await tile(one.page, 'ben').getByText('stumm').waitFor();
    await button(other.page, 'Kamera ausschalten').click();
    await tile(one.page, 'ben').locator('video').waitFor({ state: 'hidden' });
    await button(other.page, 'Kamera einschalten').click();
    await expectPictures(one.page, 'ben');

    await button(one.page, 'Für alle beenden').click();
    await one.page.getByRole('alertdialog').getByRole('button', { name: 'Für alle beenden' }).click();
    for (const { page } of [one, other]) await page.getByText('Die Konferenz ist beendet').waitFor();
    // Nobody's camera is on any more.
    await expect.poll(() => other.page.locator('video').count()).toBe(0);
    await other.page.goto(`/channels/${flows.channel.id}/chat`);
    await card.getByText('Beendet').waitFor();
    expect(await card.getByRole('link').count()).toBe(0);
    expect([...one.problems, ...other.problems]).toEqual([]);
  });

  it('is left and joined again, handed over, and somebody is sent out [C-1.07] [C-7.34]', async () => {
    await using one = await open('ada');
    await using other = await open('ben');
    const uuid = await begin(one.page);
    await enter(one.page);
    await other.page.goto(room(uuid));
    await enter(other.page);
    await expectPictures(one.page, 'ben');
    await button(other.page, 'Auflegen').click();
    await other.page.getByText('Du hast die Konferenz verlassen').waitFor();
    await tile(one.page, 'ben').waitFor({ state: 'detached' });
    await button(other.page, 'Wieder beitreten').click();
    await enter(other.page);
    await expectPictures(one.page, 'ben');
    await expectPictures(other.page, 'ada');
    await button(one.page, 'Aktionen für ben Kern')
      .or(one.page.getByRole('button', { name: /^Aktionen für/ }))
      .first()
      .click();
    await one.page.getByRole('menuitem', { name: 'Leitung übergeben' }).click();
    await button(other.page, 'Für alle beenden').waitFor();
    await one.page
      .getByRole('button', { name: /^Aktionen für/ })
      .first()
      .click();
    await one.page.getByRole('menuitem', { name: 'Aus der Konferenz entfernen' }).click();
    await other.page.getByText('Du wurdest aus der Konferenz entfernt').waitFor();
    await tile(one.page, 'ben').waitFor({ state: 'detached' });
    await one.page.getByText('Noch ist sonst niemand da.', { exact: false }).waitFor();
  });

  it('waits before the door until somebody opens [C-7.34]', async () => {
    await using one = await open('ada');
    await using other = await open('ben');
    await one.page.goto(`/channels/${flows.channel.id}/start-conference`);
    await one.page.getByText('Wer kommt, wartet, bis ich öffne').click();
    await button(one.page, 'Konferenz starten').click();
    await one.page.waitForURL(/join-conference/);
    await enter(one.page);
    await other.page.goto(one.page.url());
    await other.page.getByLabel('Dein Bild').waitFor();
    await button(other.page, 'Beitreten').click();
    await other.page.getByText('Jemand lässt dich gleich herein.', { exact: false }).waitFor();
    await button(one.page, 'Hereinlassen').click();
    await expectPictures(other.page, 'ada');
    await expectPictures(one.page, 'ben');
  });

  it('goes on where somebody opens it in a second window [C-7.34]', async () => {
    await using one = await open('ada');
    await using first = await open('ben');
    await using second = await open('ben');
    const uuid = await begin(one.page);
    await enter(one.page);
    await first.page.goto(room(uuid));
    await enter(first.page);
    await expectPictures(one.page, 'ben');
    await second.page.goto(room(uuid));
    await enter(second.page);
    await expectPictures(second.page, 'ada');
    await expectPictures(one.page, 'ben');
    // It hears of it by its own next sign of life or by the next thing that somebody does in it, whichever comes first.
    const replaced = first.page.getByText('Du bist mit einem anderen Fenster in der Konferenz');
    await button(first.page, 'Stumm schalten').or(replaced).click();
    await replaced.waitFor();
    await expectPictures(one.page, 'ben');
  });
});

describe('before joining', () => {
  it('the administration is told that a TURN server is missing, who only teaches is not [C-2.14] [C-7.31]', async () => {
    const { id } = await buildChannel(db(), kreide.school.id, { admins: [idOf('ben')], members: [idOf('head')] });
    for (const [name, count] of [
      ['head', 1],
      ['ben', 0],
    ] as const) {
      await using one = await open(name);
      await one.page.goto(`/channels/${id}/start-conference`);
      await one.page.getByText('direkt zwischen euren Browsern', { exact: false }).waitFor();
      expect(await one.page.getByText('kein TURN-Server eingetragen', { exact: false }).count()).toBe(count);
      await expectAccessible(one.page);
    }
  });

  it('a fifth person is told that there is no seat, and none of the four drops out [C-7.31]', async () => {
    await using one = await open('ada');
    const uuid = await begin(one.page);
    await enter(one.page);
    for (const name of ['ben', 'cem', 'dana']) {
      const answer = await kreide.server.request('POST', `/v1/channels/${flows.channel.id}/conferences/${uuid}/join`, {
        token: tokens[name],
        body: { connection: crypto.randomUUID(), media: 'sound' },
      });
      expect(answer.status).toBe(200);
    }
    await using fifth = await open('emil', { viewport: { width: 390, height: 844 } });
    await fifth.page.goto(room(uuid));
    await fifth.page.getByText('Die Konferenz ist voll.', { exact: false }).waitFor();
    expect(await button(fifth.page, 'Beitreten').count()).toBe(0);
    await expectAccessible(fifth.page);
    const tiles = one.page.getByRole('list', { name: 'Personen in der Konferenz' }).getByRole('listitem');
    await expect.poll(() => tiles.count()).toBe(4);
    const { body } = await kreide.server.request('GET', `/v1/channels/${flows.channel.id}/conferences/${uuid}`, {
      token: tokens.ada,
    });
    expect(body.data.participants).toHaveLength(4);
  });

  it.each([
    ['NotAllowedError', 'Kein Zugriff: '],
    ['NotFoundError', 'Nicht gefunden: '],
    ['NotReadableError', 'Ein anderes Programm benutzt gerade: '],
  ])('says in words what a browser calls %s, and lets people in all the same [C-2.15]', async (name, words) => {
    await using one = await open('ada');
    await one.page.addInitScript((called) => {
      const refuse = () => Promise.reject(new DOMException('refused', called));
      Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse });
    }, name);
    const uuid = await begin(one.page);
    for (const what of ['Kamera', 'Mikrofon']) await one.page.getByText(`${words}${what}.`, { exact: false }).waitFor();
    await expectAccessible(one.page);
    await button(one.page, 'Beitreten').click();
    await button(one.page, 'Auflegen').waitFor();
    await using other = await open('ben');
    await other.page.goto(room(uuid));
    await enter(other.page);
    await expectPictures(one.page, 'ben');
  });

  it('a conference that is not there for somebody says so [C-6.42]', async () => {
    const foreign = await buildChannel(db(), kreide.school.id, { admins: [idOf('ada')] });
    const { uuid } = await buildConference(db(), kreide.school.id, foreign, [{ id: idOf('ada') }]);
    await using other = await open('ben');
    for (const path of [`join-conference/${uuid}`, 'start-conference', 'join-conference/nonsense']) {
      await other.page.goto(`/channels/${foreign.id}/${path}`);
      await other.page.getByText('Diese Konferenz gibt es für dich nicht').waitFor();
    }
  });
});

describe('afterwards', () => {
  it('somebody says how it was, by keyboard, and takes it back [C-4.37] [C-7.35] [C-7.36]', async () => {
    const conference = await buildConference(
      db(),
      kreide.school.id,
      flows.channel,
      [{ id: idOf('ben'), state: 'left' }],
      {
        ended_at: '2026-11-18T09:05:00Z',
      },
    );
    await using one = await open('ben');
    await one.page.goto(room(conference.uuid));
    await one.page.getByRole('radio', { name: 'Gut', exact: true }).focus();
    await one.page.keyboard.press('Space');
    await one.page.getByLabel('Kommentar (freiwillig)').fill('Gut zu hören');
    await expectAccessible(one.page);
    await one.page.keyboard.press('Enter');
    await one.page.getByText('Danke für deine Rückmeldung.').waitFor();
    const stored = () => db().selectFrom('conference_feedback').select(['rating', 'comment']).execute();
    expect(await stored()).toEqual([{ rating: 4, comment: 'Gut zu hören' }]);
    await button(one.page, 'Rückmeldung löschen').click();
    await one.page.getByText('Wie war die Konferenz?').waitFor();
    await expect.poll(stored).toEqual([]);
  });
});
