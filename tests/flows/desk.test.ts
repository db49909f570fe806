// features: desk, timetable

import { type DeskDay, type DeskLesson, withSubstitute } from '@kreide/core/features/desk';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { NOBODY, WHOLE_DAY } from '../support/desk-school.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const kreide = withApp((server) => buildPlanSchool(server));

/** The desk at another device. */
async function elsewhere() {
  const token = await signIn(kreide.server, 'amsel', 'admin');
  return async (method: string, path: string, body?: object) => {
    const answer = await kreide.server.request(method, `/v1/timetables/desk${path}`, { token, body });
    expect(answer.status, answer.text).toBe(method === 'DELETE' ? 204 : 200);
    return answer.body?.data;
  };
}

describe('a deputy head', () => {
  it('enters an absent teacher, takes the first suggestion, reads what all will read and publishes it [D-8.10] [D-8.11]', async () => {
    await using app = await kreide.open({ username: 'admin' });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Vertretungstisch/ }).click();
    await page.getByText('Niemand ist eingetragen.').waitFor();
    await page.goto(`${page.url()}?date=2026-11-23`);
    await page.getByRole('button', { name: 'Abwesenheit eintragen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name oder Kürzel').fill('berg');
    await dialog.getByRole('button', { name: 'Frau Berg (Bg)' }).click();
    await dialog.getByRole('button', { name: /Grund$/ }).click();
    await page.getByRole('option', { name: 'Krank', exact: true }).click();
    await dialog.getByLabel('Bemerkung').fill('Zahnarzt');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Eintragen' }).click();
    await page.getByText('Krank: Zahnarzt').waitFor();

    const lessons = page.getByRole('list', { name: 'Betroffene Stunden' });
    await lessons.getByRole('button', { name: /10b Mathematik.*Offen/ }).click();
    const who = page.getByRole('list', { name: 'Wer übernimmt?' });
    await who.getByRole('button', { name: /Frau Kaya.*kennt die Klasse.*schließt an eigene Stunden an/ }).waitFor();
    await page.getByText(/Nicht möglich/).click();
    await page.getByText('unterrichtet', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.getByLabel('Text für alle').fill('Seite 12');
    // Somebody else enters that she is absent, too, and that she is not: who may take the lesson is said anew, and what was written stays.
    const call = await elsewhere();
    const { teachers } = await call('GET', '?date=2026-11-23');
    const teacher_id = teachers.find(({ shortcut }: { shortcut: string }) => shortcut === 'Ky')?.id;
    const day = { begins_at: '2026-11-23', ends_at: '2026-11-23' };
    const { absences } = await call('POST', '/absences', { ...NOBODY, ...WHOLE_DAY, ...day, teacher_id });
    await who.getByRole('button', { name: /Frau Kaya/ }).waitFor({ state: 'detached' });
    const { id } = absences.find(({ teacher }: DeskDay['absences'][number]) => teacher?.id === teacher_id);
    await call('DELETE', `/absences/${id}`);
    await who.getByRole('button', { name: /Frau Kaya/ }).click();
    // The next open lesson stands there at once: physics of the same class.
    const physics = page.getByRole('heading', { name: '10b Physik' });
    await physics.waitFor();
    // What was written is there again, and what somebody else has decided meanwhile is not overwritten unseen.
    const text = page.getByLabel('Text für alle');
    await text.fill('Bitte Mappen mitbringen');
    await page.getByRole('button', { name: 'Zur Liste' }).click();
    await lessons.getByRole('button', { name: /10b Physik/ }).click();
    await physics.waitFor();
    expect(await text.inputValue()).toBe('Bitte Mappen mitbringen');
    // Neither another day nor another page takes it away unasked.
    const asked = page.getByRole('alertdialog', { name: 'Seite verlassen?' });
    for (const way of [
      page.getByRole('button', { name: 'Nächster Tag' }),
      page.getByRole('link', { name: 'Kalender' }).first(),
    ]) {
      await way.click();
      await asked.getByRole('button', { name: 'Hier bleiben' }).click();
      await asked.waitFor({ state: 'detached' });
      expect(await text.inputValue()).toBe('Bitte Mappen mitbringen');
    }
    const { lessons: open } = await call('GET', '?date=2026-11-23');
    const one = open.find(({ state, subject }: DeskLesson) => state === 'OPEN' && subject?.shortcut === 'PH');
    const other = { ...withSubstitute(one, null), kind: 'MESSAGE', comment: 'Im Hof' };
    await call('PUT', '/decisions', { date: '2026-11-23', decisions: [other] });
    // Heard at once, without asking.
    await page
      .getByText(/Im Hof/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Entfallen lassen' }).click();
    await page.getByText(/Inzwischen entschieden von: /).waitFor();
    expect((await call('GET', '?date=2026-11-23')).lessons.map(({ decision }: DeskLesson) => decision?.kind)).toContain(
      'MESSAGE',
    );
    await text.fill('');
    await page.getByRole('button', { name: 'Entfallen lassen' }).click();
    await page.getByText('Noch nicht veröffentlicht: 2').waitFor();
    await page.getByRole('button', { name: 'Zur Liste' }).click();
    await page.getByRole('button', { name: 'Meldung oder zusätzliche Stunde' }).click();
    await dialog.getByRole('radio', { name: 'Zusätzlich' }).check();
    await dialog.getByLabel('Was alle lesen').fill('Förderstunde');
    await dialog.getByRole('button', { name: 'Als Entwurf speichern' }).click();
    await dialog.getByText('Diese Stunde gibt es an dem Tag nicht.').waitFor();
    await dialog.getByRole('button', { name: /Wann/ }).click();
    await page.getByRole('option', { name: '6. Stunde' }).click();
    await dialog.getByRole('button', { name: /Für welche Klasse/ }).click();
    await page.getByRole('option', { name: '10b' }).click();
    await dialog.getByRole('button', { name: 'Als Entwurf speichern' }).click();
    await page.getByText('Noch nicht veröffentlicht: 3').waitFor();

    await page.getByRole('button', { name: 'Ansehen und veröffentlichen' }).click();
    const read = await dialog.textContent();
    expect(read).toMatch(/10b.*Geändert: Mathematik.*23\. November.*08:50.*Frau Kaya.*Frau Berg.*Seite 12/s);
    expect(read).toMatch(/Entfällt: Physik/);
    expect(read).toMatch(/10b.*Zusätzlich: Förderstunde/);
    // At a time first: the hour and minute of the day are offered, and it is taken back again.
    await dialog.getByRole('heading', { name: 'Oder zu einer Zeit' }).waitFor();
    expect(await dialog.getByRole('button', { name: /^06 Stunde$/ }).count()).toBe(1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Zu dieser Zeit veröffentlichen' }).click();
    await page.getByText(/^Wird veröffentlicht: Mo\., 23\. November, 06:45, gesetzt von .* Änderungen: 3$/).waitFor();
    await lessons.getByRole('button', { name: /10b Mathematik.*Entwurf.*Zeitpunkt gesetzt/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Zeit zurücknehmen' }).click();
    await page.getByText(/^Wird veröffentlicht/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ansehen und veröffentlichen' }).click();
    await dialog.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await page.getByText('Wen es betrifft, der bekommt jetzt eine Nachricht.').waitFor();
    await page.getByText('Noch nicht veröffentlicht').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Wer wie oft vertreten hat' }).click();
    await dialog.getByRole('rowheader', { name: 'Frau Kaya (Ky)' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Wer es gelesen hat' }).click();
    await dialog
      .getByRole('listitem')
      .filter({ hasText: /10b Mathematik.*Frau Berg \(Bg\)(noch nicht gelesen|keine Nachricht)Frau Kaya/ })
      .waitFor();
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });

  it('on a phone brings a lesson forward, takes it back, and reads beforehand what all will read [D-8.12]', async () => {
    const call = await elsewhere();
    const { teachers } = await call('GET', '?date=2026-11-30');
    const teacher_id = teachers.find(({ shortcut }: { shortcut: string }) => shortcut === 'Ky')?.id;
    const whole = { ...NOBODY, ...WHOLE_DAY, begins_at: '2026-11-30', ends_at: '2026-11-30' };
    await call('POST', '/absences', { ...whole, teacher_id });
    await using app = await kreide.open({ username: 'admin', viewport: { width: 390, height: 844 } });
    const { page } = app;
    await page.goto('/more/administration');
    await page.getByRole('link', { name: /Vertretungstisch/ }).click();
    await page.getByText('Niemand ist eingetragen.').waitFor();
    await page.goto(`${page.url()}?date=2026-11-30`);
    const lessons = page.getByRole('list', { name: 'Betroffene Stunden' });
    await lessons.getByRole('button', { name: /10b Englisch.*Offen/ }).click();
    const others = page.getByRole('list', { name: 'Ohne jemand anderen' });
    const forward = others.getByRole('button', { name: /Vorziehen: 10b Physik.*letzte Stunde.*Schluss/ });
    await forward.waitFor();
    await page.getByText(/^Geht nicht: /).click();
    await page.getByText('liegt mitten im Tag der Klasse').waitFor();
    await others.getByText('Das würden alle lesen').first().click();
    await others.getByText(/10b, Entfällt: Englisch/).waitFor();
    await expectAccessible(page);
    await forward.click();
    await page.getByText('Noch nicht veröffentlicht: 2').waitFor();
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await page.getByText(/Noch nicht veröffentlicht/).waitFor({ state: 'detached' });
    await lessons.getByRole('button', { name: /10b Englisch.*Offen/ }).click();
    await forward.click();
    await page.getByText('Noch nicht veröffentlicht: 2').waitFor();
    // Whoever chooses somebody after all takes the other lesson back with it.
    await lessons.getByRole('button', { name: /10b Englisch.*Entfällt/ }).click();
    await page.getByText(/Die andere Stunde gehört dazu/).waitFor();
    await page.getByRole('list', { name: 'Wer übernimmt?' }).getByRole('button').first().click();
    await page.getByText('Noch nicht veröffentlicht: 1').waitFor();
    expect(app.problems).toEqual([]);
  });
});
