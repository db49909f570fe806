import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { chooseOption, dateIn, datePicker, fillDate, optionsOf, timeIn } from '../support/date-picker.ts';
import { card, editorOf, isFocused, listens, titleOf, withNews, write } from '../support/news-flows.ts';

const { kreide, create } = withNews();

describe('writing news', () => {
  it('a teacher writes with formatting, and the open feed of a pupil shows it without loading anew [C-6.12]', async () => {
    await using reader = await kreide.open({ username: 'paul' });
    const connected = listens(reader.page);
    await reader.page.goto('/news');
    await connected;
    await using writer = await kreide.open({ username: 'tess' });
    const { page } = writer;
    await page.goto('/news');
    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await write(page, 'Wandertag', 'Bitte ');
    const tools = page.getByRole('toolbar', { name: 'Formatierung' });
    await tools.getByRole('button', { name: 'Fett' }).click();
    expect(await tools.getByRole('button', { name: 'Fett' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.type('Regenjacke');
    await tools.getByRole('button', { name: 'Fett' }).click();
    await page.keyboard.type(' mitbringen: ');
    await tools.getByRole('button', { name: 'Link' }).click();
    await page.getByLabel('Adresse des Links').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await page.getByText('Bitte eine Webadresse').waitFor();
    await page.getByLabel('Adresse des Links').fill('wetter.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    await card(page, 'Wandertag').waitFor();
    const seen = card(reader.page, 'Wandertag');
    await seen.waitFor();
    expect(await seen.locator('strong').textContent()).toBe('Regenjacke');
    expect(await seen.getByRole('link', { name: 'wetter.example' }).getAttribute('href')).toBe(
      'https://wetter.example/',
    );
    expect(await seen.getByRole('button').count()).toBe(0);
    expect([...writer.problems, ...reader.problems]).toEqual([]);
  });

  it('says everything that is wrong at the field and at the top, and goes to the first [C-2.24]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await editorOf(page).waitFor();
    await page.getByRole('button', { name: 'Veröffentlichen' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Noch nicht gesendet.' });
    await alert.waitFor();
    expect(await alert.getByRole('listitem').allTextContents()).toEqual([
      'Bitte einen Titel schreiben.',
      'Bitte einen Text schreiben.',
    ]);
    await expect.poll(() => isFocused(titleOf(page))).toBe(true);
    for (const field of [titleOf(page), editorOf(page)]) expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await titleOf(page).fill('Wandertag');
    expect(await alert.getByRole('listitem').count()).toBe(1);
    expect(await titleOf(page).getAttribute('aria-invalid')).not.toBe('true');
    expect(app.problems).toEqual([]);
  });

  it('offers a time within its bounds: hours of a day, minutes in steps of five, at first tomorrow at noon [T-5.22] [T-5.23] [T-9.15] [C-5.07] [C-5.08]', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await page.getByText('Später', { exact: true }).click();
    const date = datePicker(page, 'Datum');
    const shown = async () => [await dateIn(date), await timeIn(page)].join(' ');
    expect(await shown()).toBe('2026-11-19 12:00');
    expect(await optionsOf(page, 'Stunde')).toEqual(
      Array.from({ length: 24 }, (_, hour) => `${hour}`.padStart(2, '0')),
    );
    expect(await optionsOf(page, 'Minute')).toEqual([
      '00',
      '05',
      ...Array.from({ length: 10 }, (_, step) => `${step * 5 + 10}`),
    ]);
    await chooseOption(page, 'Minute', '55');
    await fillDate(date, '2031-01-01');
    await expect.poll(shown).toBe('2027-12-22 12:55');
    await fillDate(date, '2026-11-17');
    await expect.poll(shown).toBe('2026-11-18 12:55');
    for (const key of ['Backspace', 'Backspace']) await date.locator('[data-type="month"]').press(key);
    await date.locator('[data-type="month"]').blur();
    await expect.poll(shown).toBe('2026-11-19 12:00');
    expect(app.problems).toEqual([]);
  });

  it('is for those who may: a pupil sees no controls, and the page refuses in words [C-6.02] [C-6.12] [C-6.16] [C-6.17]', async () => {
    const item = await create('carla');
    await using app = await kreide.open({ username: 'paul' });
    const { page } = app;
    await page.goto('/news');
    await card(page, 'Wandertag').waitFor();
    expect(await page.getByRole('link', { name: 'Neuigkeit schreiben' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0);
    for (const path of ['/news/create', '/news/scheduled', `/news/${item.id}/edit`]) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Kein Zugang' }).waitFor();
      expect(await titleOf(page).count()).toBe(0);
    }
    await using other = await kreide.open({ username: 'tess' });
    await other.page.goto('/news');
    await card(other.page, 'Wandertag').waitFor();
    await other.page.getByRole('link', { name: 'Neuigkeit schreiben' }).waitFor();
    expect(await other.page.getByRole('button', { name: /^Aktionen/ }).count()).toBe(0);
    expect([...app.problems, ...other.problems]).toEqual([]);
  });
});

describe('leaving the form', () => {
  it('is asked about when something was changed, and a draft comes back', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news');
    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await write(page, 'Wandertag', 'Halb fertig');
    const question = page.getByRole('alertdialog', { name: 'Seite verlassen?' });
    await page.goBack();
    await question.getByRole('button', { name: 'Hier bleiben' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Verlassen' }).click();
    await page.waitForURL('**/news');

    await page.getByRole('link', { name: 'Neuigkeit schreiben' }).click();
    await page.getByText('Das ist dein Entwurf vom letzten Mal.').waitFor();
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
    await editorOf(page).getByText('Halb fertig').waitFor();
    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    expect(await titleOf(page).inputValue()).toBe('');
    await expect.poll(() => editorOf(page).textContent()).toBe('');
    await page.getByRole('link', { name: 'Abbrechen' }).click();
    await page.waitForURL('**/news');
    expect(await page.evaluate(() => localStorage.getItem('drafts'))).toBeNull();
    expect(app.problems).toEqual([]);
  });

  it('by loading anew is asked about by the browser', async () => {
    await using app = await kreide.open({ username: 'tess' });
    const { page } = app;
    await page.goto('/news/create');
    await write(page, 'Wandertag', 'Text');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload({ timeout: 5000 }).catch(() => null);
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await reloaded;
    expect(await titleOf(page).inputValue()).toBe('Wandertag');
  });
});
