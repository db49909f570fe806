// features: parents-evening
import { expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';

const TIMES = ['date', 'begins_at', 'ends_at', 'slot_minutes', 'walking_minutes', 'opens_at', 'closes_at'] as const;
const EVENING = ['name', 'mode', 'maximum', 'maximum_of', 'updated_at', ...TIMES] as const;

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  return { ...school, run: (text: string) => server.test.database.pool.query(text) };
});

it('the office makes and publishes an evening, parents book it on a phone, the teacher moves the appointment, and all see it', async () => {
  await using office = await kreide.open({ username: 'admin' });
  const desk = office.page;
  await desk.goto('/more/administration');
  await desk.getByRole('link', { name: /Elternsprechtage/ }).click();
  await desk.getByRole('button', { name: 'Elternsprechtag anlegen' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sprechtag im Herbst');
  await dialog.getByRole('textbox', { name: 'Minuten je Termin' }).fill('4');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('5 bis 60 Minuten.').waitFor();
  await dialog.getByRole('textbox', { name: 'Minuten je Termin' }).fill('20');
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await desk.getByRole('link', { name: 'Sprechtag im Herbst' }).click();
  await desk.getByRole('button', { name: 'Veröffentlichen' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Veröffentlichen' }).click();
  await desk.getByText('noch nicht offen').waitFor();
  await expectAccessible(desk);
  await kreide.school.run(`update parents_evenings set opens_at = '2026-11-01T08:00:00Z'`);

  await using parent = await kreide.open({ username: 'parent' });
  const { page } = parent;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/more');
  await page.getByRole('link', { name: 'Elternsprechtage' }).click();
  await page.getByRole('link', { name: /Sprechtag im Herbst/ }).click();
  await page.getByText('Noch keine Termine.').waitFor();
  await page.getByRole('button', { name: '16:20 buchen: Frau Berg' }).click();
  const own = page.getByRole('region', { name: 'Eure Termine' });
  await own.getByText('16:20–16:40').waitFor();
  // Another teacher elsewhere: the time itself and the way from it are gone.
  const lindner = (time: string) =>
    page.getByRole('button', { name: new RegExp(`^${time}.*Herr Lindner|^${time}: passt`) });
  await expect.poll(() => lindner('16:40').first().isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: '17:00 buchen: Herr Lindner' }).isEnabled()).toBe(true);
  await expectAccessible(page);

  await using teacher = await kreide.open({ username: 'teacher' });
  const plan = teacher.page;
  await plan.goto('/parents-evenings');
  await plan.getByRole('link', { name: /Sprechtag im Herbst/ }).click();
  await plan.getByRole('button', { name: /^Verschieben: Ada Kern/ }).click();
  await plan.getByRole('dialog').getByRole('button', { name: /Zeit/ }).click();
  await plan.getByRole('option', { name: '17:40' }).click();
  await plan.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await plan.getByText('17:40–18:00').waitFor();
  await expectAccessible(plan);

  await page.reload();
  await own.getByText('17:40–18:00').waitFor();
  await own.getByRole('button', { name: /^Absagen: Frau Berg/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Absagen/ })
    .click();
  await page.getByText('Noch keine Termine.').waitFor();
  expect([...office.problems, ...parent.problems, ...teacher.problems]).toEqual([]);
});

it('what is typed about an evening or a teacher outlasts what somebody else saves, and both versions are shown', async () => {
  await kreide.school.run(`update parents_evenings set state = 'draft'`);
  const token = await signIn(kreide.server, 'amsel', 'admin');
  const call = async (method: string, path: string, body?: object) => {
    if (method === 'PUT') kreide.server.clock.advance(5_000);
    const answer = await kreide.server.request(method, `/v1/parents-evenings${path}`, { token, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const [{ id, ...all }] = await call('GET', '');
  const evening = Object.fromEntries(EVENING.map((key) => [key, all[key]]));
  const [{ teacher_id }] = await call('GET', `/${id}/teachers`);
  const part = `/${id}/teachers/${teacher_id}`;
  const { begins_at, ends_at, is_absent, is_online, breaks, updated_at } = (await call('GET', part)).teacher;
  const walks = [
    {
      at: `/management/${kreide.school.uuid}/parents-evenings`,
      open: /bearbeiten$/,
      label: 'Hinweis für Eltern (freiwillig)',
      change: (note: string) => call('PUT', `/${id}`, { ...evening, note }),
    },
    {
      at: `/parents-evenings${part}`,
      open: 'Raum, Zeiten und Pausen',
      label: 'Raum (freiwillig)',
      change: (room: string) =>
        call('PUT', part, { begins_at, ends_at, is_absent, is_online, breaks, updated_at, room }),
    },
  ];
  await using office = await kreide.open({ username: 'admin' });
  const { page } = office;
  for (const { at, open, label, change } of walks) {
    await page.goto(at);
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: label });
    await field.fill('Eigene Fassung');
    await change('Fremde Fassung');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.getByRole('heading', { name: 'Inzwischen hat jemand anderes gespeichert' }).waitFor();
    await expect
      .poll(() => dialog.getByRole('definition').allInnerTexts())
      .toEqual(['Eigene Fassung', 'Fremde Fassung']);
    expect(await field.inputValue()).toBe('Eigene Fassung');
    await dialog.getByRole('button', { name: 'Meine Fassung speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(office.problems).toEqual([]);
});

it('families wish on a phone, best first, the office sees what allocating gives, and the appointments are there', async () => {
  await kreide.school.run('delete from parents_evenings');
  await using office = await kreide.open({ username: 'admin' });
  const desk = office.page;
  await desk.goto(`/management/${kreide.school.uuid}/parents-evenings`);
  await desk.getByRole('button', { name: 'Elternsprechtag anlegen' }).first().click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Sprechtag mit Wünschen');
  await dialog.getByRole('radio', { name: 'Wünsche, dann Zuteilung' }).click({ force: true });
  await dialog.getByText('Wünsche bis', { exact: true }).first().waitFor();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await desk.getByRole('link', { name: 'Sprechtag mit Wünschen' }).click();
  await desk.getByRole('button', { name: 'Veröffentlichen' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Veröffentlichen' }).click();
  await desk.getByText('noch nicht offen').waitFor();
  await kreide.school.run(`update parents_evenings set opens_at = '2026-11-01T08:00:00Z'`);
  const isGone = (shortcut: string) =>
    kreide.school.run(`update parents_evening_teachers set is_absent = true from teachers t
      where t.id = teacher_id and t.shortcut = '${shortcut}'`);
  await isGone('Wn');

  await using parent = await kreide.open({ username: 'parent' });
  const { page } = parent;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/parents-evenings');
  await page.getByRole('link', { name: /Sprechtag mit Wünschen/ }).click();
  await page.getByText('Noch keine Lehrkraft gewünscht.').waitFor();
  expect(await page.getByRole('button', { name: 'Wünschen: Herr Winter' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Wünschen: Frau Berg' }).click();
  await page.getByRole('button', { name: 'Wünschen: Herr Lindner' }).click();
  await page.getByRole('button', { name: 'Wünschen: Frau Kaya' }).click();
  const wishes = page.getByRole('list', { name: 'Wünsche für Ada' });
  const order = () => wishes.locator('b').allInnerTexts();
  await page.getByRole('button', { name: 'Wichtiger: Frau Kaya' }).click();
  await page.getByRole('button', { name: 'Wichtiger: Frau Kaya' }).click();
  await page.getByRole('button', { name: 'Weniger wichtig: Frau Berg' }).click();
  await expect.poll(order).toEqual(['1. Frau Kaya', '2. Herr Lindner', '3. Frau Berg']);
  await page.getByRole('button', { name: 'Doch nicht: Herr Lindner' }).click();
  const from = page.getByRole('group', { name: /^Wir können ab/ });
  await from.getByRole('spinbutton').first().click();
  await page.keyboard.type('1700');
  await page.getByText('Termine für dieses Kind höchstens: 6.').waitFor();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Ben' }).click({ force: true });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hier bleiben' }).click();
  await page.getByRole('button', { name: 'Wünsche speichern' }).click();
  await page.getByText('Die Wünsche sind gespeichert.').waitFor();
  await page.reload();
  await expect.poll(order).toEqual(['1. Frau Kaya', '2. Frau Berg']);
  expect((await from.getByRole('spinbutton').allInnerTexts()).join(':')).toBe('17:00');

  // Another device of the family saves meanwhile.
  const token = await signIn(kreide.server, 'amsel', 'parent');
  const address = new URL(page.url()).pathname.replace('/parents-evenings', '/v1/parents-evenings');
  const path = `${address}/children/${kreide.school.users.ada}`;
  const { body } = await kreide.server.request('GET', path, { token });
  const other = { ...body.data.wishes, teacher_ids: body.data.wishes.teacher_ids.slice(0, 1) };
  await page.getByRole('button', { name: 'Weniger wichtig: Frau Kaya' }).click();
  expect((await kreide.server.request('PUT', `${path}/wishes`, { token, body: other })).status).toBe(200);
  await page.getByRole('button', { name: 'Wünsche speichern' }).click();
  await page.getByRole('heading', { name: 'Inzwischen hat jemand anderes gespeichert' }).waitFor();
  await expect
    .poll(() => page.getByRole('definition').allInnerTexts())
    .toEqual(['1. Frau Berg, 2. Frau Kaya', '1. Frau Kaya']);
  await page.getByRole('button', { name: 'Meine Fassung speichern' }).click();
  await page.getByText('Die Wünsche sind gespeichert.').waitFor();
  // The office, which was on another page, reads how many wish; a teacher, what is still to come.
  await desk.goBack();
  await desk.getByRole('link', { name: 'Sprechtag mit Wünschen' }).click();
  await desk.getByText('Kinder mit Wünschen: 1').waitFor();
  await using teacher = await kreide.open({ username: 'teacher' });
  await teacher.page.goto('/parents-evenings');
  await teacher.page.getByRole('link', { name: /Sprechtag mit Wünschen/ }).click();
  await teacher.page.getByText(/^Familien wünschen bis/).waitFor();

  await kreide.school.run(`update parents_evenings set closes_at = '2026-11-02T08:00:00Z'`);
  await teacher.page.reload();
  await teacher.page.getByText(/^Die Wünsche der Familien sind da/).waitFor();
  await page.reload();
  await page.getByText(/^Die Zeit für Wünsche ist vorbei/).waitFor();
  await desk.reload();
  await desk.getByText('Wünsche mit Termin: 2 von 2 · Familien ohne offenen Wunsch: 1 von 1').waitFor();
  await desk.getByText('Nach Lehrkräften').click();
  await expectAccessible(desk);
  // A teacher goes meanwhile: what was looked at is not given, and the new result is there.
  await isGone('Ky');
  const give = async () => {
    await desk.getByRole('button', { name: 'Termine zuteilen' }).click();
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Termine zuteilen' }).click();
  };
  await give();
  await desk.getByText(/Bitte neu ansehen/).waitFor();
  await desk.getByText('Wünsche ohne Termin (1)').click();
  await desk.getByText('2. Wunsch, Frau Kaya: nicht da').waitFor();
  await give();
  await desk.getByText(/^Zugeteilt am/).waitFor();
  await page.reload();
  const own = page.getByRole('region', { name: 'Eure Termine' });
  await own.getByText('17:00–17:10').waitFor();
  await expectAccessible(page);
  expect([...office.problems, ...parent.problems, ...teacher.problems]).toEqual([]);
});
