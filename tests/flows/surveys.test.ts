// features: surveys

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { readXlsx } from '../../packages/formats/src/tables/xlsx.ts';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { addParents } from '../support/chats.ts';
import { openListening } from '../support/listening.ts';
import { type BuiltUser, buildSchool, buildUser, signIn } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const tokens: Record<string, string> = {};
const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const name of ['ada', 'ben', 'cem']) {
      people[name] = await buildUser(db, school.id, name, name === 'ada' ? 'TEACHER' : 'STUDENT');
      tokens[name] = await signIn(server, 'amsel', name);
    }
    return school;
  },
  { isPrompt: true },
);
let channel: BuiltChannel;
const idOf = (name: string) => people[name]?.id ?? 0;

beforeEach(async () => {
  const db = kreide.server.test.database.kysely;
  channel = await buildChannel(db, kreide.school.id, { admins: [idOf('ada')], members: [idOf('ben'), idOf('cem')] });
});

const call = async (who: string, method: string, path: string, body?: unknown) =>
  (await kreide.server.request(method, `/v1/channels/${path}`, { token: tokens[who], body })).body.data;
/** A survey of ada's in the channel. */
async function sent(values: object) {
  const { id } = await call('ada', 'POST', 'surveys', values);
  const body = { uuid: crypto.randomUUID(), survey_form_id: id };
  return (await call('ada', 'POST', `chats/${channel.chat_id}/messages/survey`, body)).survey;
}

async function openChat(page: Page) {
  await openListening(page, `/channels/${channel.id}/chat`);
  await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
}
const card = (page: Page) => page.getByRole('region', { name: /^Umfrage: / });
const result = (page: Page, answer: string) =>
  card(page)
    .getByRole('row', { name: new RegExp(answer) })
    .getByRole('cell')
    .first()
    .innerText();
const OPTIONS = [{ name: 'Wald' }, { name: 'See' }];
const question = (values: object = {}) => ({ question: 'Wohin wandern wir?', options: OPTIONS, ...values });

describe('a survey in a chat', () => {
  it('is made from the composer, answered by two pupils, taken back by one, ended and exported by its author [C-1.06] [C-4.24] [C-2.117] [C-4.26] [C-4.27] [C-4.28] [C-5.19] [C-7.49] [C-6.20] [C-6.21] [C-6.25]', async () => {
    await using teacher = await kreide.open({ username: 'ada' });
    await using one = await kreide.open({ username: 'ben' });
    await using other = await kreide.open({ username: 'cem' });
    for (const { page } of [teacher, one, other]) await openChat(page);

    await teacher.page.getByRole('button', { name: 'Umfrage erstellen' }).click();
    const dialog = teacher.page.getByRole('dialog', { name: 'Umfrage erstellen' });
    await dialog.getByRole('textbox', { name: 'Frage 1' }).fill('Wohin wandern wir?');
    await dialog.getByRole('button', { name: 'An 2 Personen senden' }).click();
    await dialog.getByText('Bitte eine Antwort schreiben.').first().waitFor();
    await expectAccessible(teacher.page);
    // What was begun is kept, also when the dialog is closed.
    await dialog.getByRole('textbox', { name: 'Antwort 1' }).fill('Wald');
    await teacher.page.keyboard.press('Escape');
    await teacher.page.getByRole('button', { name: 'Umfrage erstellen' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Antwort 1' }).inputValue()).toBe('Wald');
    await dialog.getByRole('textbox', { name: 'Antwort 2' }).fill('See');
    await dialog.getByRole('radio', { name: 'Wer geantwortet hat' }).check();
    await dialog.getByRole('button', { name: 'An 2 Personen senden' }).click();
    await dialog.waitFor({ state: 'detached' });
    await card(teacher.page).getByText('0 von 2 haben geantwortet').waitFor();
    await card(teacher.page).getByText('Offen', { exact: true }).waitFor();

    for (const { page } of [one, other]) {
      const send = card(page).getByRole('button', { name: 'Abstimmen' });
      await send.waitFor();
      expect(await send.isDisabled()).toBe(true);
      expect(await card(page).getByRole('button', { name: 'Auswertung' }).count()).toBe(0);
      expect(await card(page).getByRole('table').count()).toBe(0);
    }
    const choose = (page: Page, answer: string) => card(page).getByRole('radio', { name: answer }).click();
    await choose(one.page, 'Wald');
    await choose(one.page, 'Wald');
    expect(await card(one.page).getByRole('radio', { name: 'Wald' }).isChecked()).toBe(false);
    await choose(one.page, 'Wald');
    await card(one.page).getByRole('button', { name: 'Abstimmen' }).click();
    await card(one.page).getByText('Du hast abgestimmt.').waitFor();
    await choose(other.page, 'See');
    await card(other.page).getByRole('button', { name: 'Abstimmen' }).click();
    await card(teacher.page).getByText('2 von 2 haben geantwortet').waitFor();
    await expect.poll(() => result(one.page, 'See')).toBe('1');
    await expectAccessible(one.page);

    await card(other.page).getByRole('button', { name: 'Antwort zurücknehmen' }).click();
    await card(other.page).getByRole('button', { name: 'Abstimmen' }).waitFor();
    await expect.poll(() => result(one.page, 'See')).toBe('0');
    await card(teacher.page).getByText('1 von 2 haben geantwortet').waitFor();

    await card(teacher.page).getByRole('button', { name: 'Mehr zu dieser Umfrage' }).click();
    await teacher.page.getByRole('menuitem', { name: 'Auswertung' }).click();
    const evaluation = teacher.page.getByRole('dialog', { name: 'Auswertung' });
    await evaluation.getByRole('tab', { name: 'Antworten' }).click();
    await evaluation.getByText('Wald').waitFor();
    await evaluation.getByRole('button', { name: 'Als Excel-Datei speichern' }).waitFor();
    await evaluation.getByText(/^XLSX, 0,0\d.MB$/).waitFor();
    await evaluation.getByRole('tab', { name: 'Offen' }).click();
    await expect
      .poll(() => evaluation.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringMatching(/^cem of \d+$/)]);
    await expectAccessible(teacher.page);
    await evaluation.getByRole('tab', { name: 'Übersicht' }).click();
    await evaluation.getByRole('button', { name: 'Umfrage beenden' }).click();
    await teacher.page.getByRole('alertdialog').getByRole('button', { name: 'Umfrage beenden' }).click();
    await evaluation.getByText('Die Umfrage ist beendet.').waitFor();
    const download = teacher.page.waitForEvent('download');
    await evaluation.getByRole('button', { name: 'Als Excel-Datei speichern' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
    const limits = { entries: 100, budget: { left: 1e7, limit: 1e7 } };
    const sheets = await readXlsx(Buffer.concat(chunks), limits);
    expect(sheets.map(({ rows }) => rows.length)).toEqual([3, 2]);
    await card(other.page).getByText('Die Umfrage ist beendet.').waitFor();
    await card(other.page).getByText('Beendet', { exact: true }).waitFor();
    expect(await card(other.page).getByRole('button', { name: 'Abstimmen' }).count()).toBe(0);
    expect([...teacher.problems, ...one.problems, ...other.problems]).toEqual([]);
  });

  it('with several questions shows the first four and opens whole; it goes when each has its answer [C-9.31] [C-5.20] [C-5.22] [C-5.14] [C-5.15] [C-3.24]', async () => {
    const questions = [
      question({ type: 'multiple', has_user_option: true }),
      question({ question: 'Warum?', type: 'freetext', options: [] }),
      ...['Wann?', 'Wie?', 'Mit wem?'].map((one) => question({ question: one })),
    ];
    await sent({ questions });
    await using one = await kreide.open({ username: 'ben' });
    await openChat(one.page);
    await card(one.page).waitFor();
    expect(await card(one.page).getByRole('listitem').allInnerTexts()).toEqual([
      'Wohin wandern wir?',
      'Warum?',
      'Wann?',
      'Wie?',
      '…',
    ]);
    await card(one.page).getByRole('button', { name: 'Umfrage öffnen' }).click();
    const dialog = one.page.getByRole('dialog', { name: 'Umfrage' });
    const send = dialog.getByRole('button', { name: 'Abstimmen' });
    for (const answer of ['Wald', 'See']) await dialog.getByRole('checkbox', { name: answer }).click();
    await dialog.getByRole('checkbox', { name: 'Wald' }).click();
    await dialog.getByRole('checkbox', { name: 'Eigene Antwort' }).click();
    await dialog.getByRole('textbox', { name: 'Deine Antwort auf: Wohin wandern wir?' }).fill('Meer');
    for (const name of ['Wann?', 'Wie?', 'Mit wem?'])
      await dialog.getByRole('group', { name }).getByRole('radio', { name: 'See' }).click();
    const words = dialog.getByRole('textbox', { name: 'Deine Antwort auf: Warum?' });
    expect(await send.isDisabled()).toBe(true);
    await words.fill('   ');
    expect(await send.isDisabled()).toBe(true);
    await words.fill('x'.repeat(512));
    await dialog.getByText('Die Antwort hat höchstens 511 Zeichen.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    await words.fill('Darum');
    await expectAccessible(one.page);
    await send.click();
    await dialog.getByText('Du hast abgestimmt.').waitFor();
    await dialog.getByText('See, Meer').waitFor();
    expect(one.problems).toEqual([]);
  });

  it('shows four of what people have written, and the rest when it is asked for [C-5.18] [C-6.22]', async () => {
    const survey = await sent({ questions: [question({ question: 'Warum?', type: 'freetext', options: [] })] });
    const db = kreide.server.test.database.kysely;
    const rows = Array.from({ length: 6 }, (_, n) => ({
      school_id: kreide.school.id,
      survey_id: survey.id,
      question_id: survey.questions[0].id,
      is_anonymous: false,
      user_id: idOf('ben'),
      text: `Grund ${n}`,
    }));
    await db.insertInto('survey_votes').values(rows).execute();
    await using teacher = await kreide.open({ username: 'ada' });
    await openChat(teacher.page);
    const written = () => card(teacher.page).getByRole('listitem').count();
    await expect.poll(written).toBe(4);
    await card(teacher.page).getByRole('button', { name: 'Alle 6 anzeigen' }).click();
    await expect.poll(written).toBe(6);
  });

  it('goes to very many people only after a second tap, and stays as it was written without it [C-4.24]', async () => {
    await addParents(kreide.server, kreide.school.id, channel, 120);
    await using teacher = await kreide.open({ username: 'ada' });
    await openChat(teacher.page);
    await teacher.page.getByRole('button', { name: 'Umfrage erstellen' }).click();
    const dialog = teacher.page.getByRole('dialog', { name: 'Umfrage erstellen' });
    await dialog.getByRole('textbox', { name: 'Frage 1' }).fill('Warum?');
    await dialog.getByRole('radio', { name: 'Freier Text' }).check();
    const asked = teacher.page.getByRole('alertdialog');
    const send = dialog.getByRole('button', { name: 'An 122 Personen senden' });
    await send.click();
    await asked.getByRole('button', { name: 'Abbrechen' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Frage 1' }).inputValue()).toBe('Warum?');
    expect(await card(teacher.page).count()).toBe(0);
    await send.click();
    await asked.getByRole('button', { name: 'An 122 Personen senden' }).click();
    await card(teacher.page).waitFor();
    expect(await call('ben', 'GET', `chats/${channel.chat_id}/messages`)).toHaveLength(1);
    expect(teacher.problems).toEqual([]);
  });

  it('that is anonymous says so to who answers, and offers its export on the overview only [C-6.26] [C-6.27]', async () => {
    await sent({ questions: [question({ question: 'Warum?', type: 'freetext', options: [] })], is_anonymous: true });
    await using one = await kreide.open({ username: 'ben' });
    await openChat(one.page);
    await card(one.page).getByText('Die Umfrage ist anonym.').waitFor();
    await card(one.page).getByRole('textbox').fill('Darum');
    await card(one.page).getByRole('button', { name: 'Abstimmen' }).click();
    await card(one.page).getByText('Du hast abgestimmt.').waitFor();
    await using teacher = await kreide.open({ username: 'ada' });
    await openChat(teacher.page);
    await card(teacher.page).getByText('Anonym: Ergebnisse gibt es am Ende der Umfrage, ab 5 Antworten.').waitFor();
    await card(teacher.page).getByRole('button', { name: 'Mehr zu dieser Umfrage' }).click();
    await teacher.page.getByRole('menuitem', { name: 'Auswertung' }).click();
    const evaluation = teacher.page.getByRole('dialog', { name: 'Auswertung' });
    const save = evaluation.getByRole('button', { name: 'Als Excel-Datei speichern' });
    await save.waitFor();
    await evaluation.getByRole('tab', { name: 'Antworten' }).click();
    await expect.poll(() => evaluation.getByRole('listitem').count()).toBe(1);
    expect(await evaluation.getByText('Darum').count()).toBe(0);
    expect(await save.count()).toBe(0);
    await evaluation.getByRole('tab', { name: 'Übersicht' }).click();
    await evaluation.getByRole('button', { name: 'Umfrage löschen' }).click();
    await teacher.page.getByRole('alertdialog').getByRole('button', { name: 'Umfrage löschen' }).click();
    for (const { page } of [teacher, one]) await page.getByText('Diese Umfrage wurde gelöscht.').waitFor();
    expect([...teacher.problems, ...one.problems]).toEqual([]);
  });
});
