// features: chat

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { withApp } from '../support/app-browser.ts';
import { type BuiltChannel, buildChannel } from '../support/channels.ts';
import { writeMessage } from '../support/chats.ts';
import { type BuiltUser, buildSchool, buildUser } from '../support/people.ts';

const people: Record<string, BuiltUser> = {};
const kreide = withApp(
  async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const name of ['ada', 'ben']) people[name] = await buildUser(db, school.id, name, 'TEACHER');
    people.pia = await buildUser(db, school.id, 'pia', 'PARENT');
    return school;
  },
  { isPrompt: true },
);
let channel: BuiltChannel;
const db = () => kreide.server.test.database.kysely;
const idOf = (name: string) => people[name]?.id ?? 0;
const say = (who: string, content: string) => writeMessage(db(), kreide.school.id, channel, idOf(who), content);

beforeEach(async () => {
  const members = [idOf('ben'), idOf('pia')];
  channel = await buildChannel(db(), kreide.school.id, { admins: [idOf('ada')], members });
});

/** Many messages of somebody, `{n}` is the place of each; one a minute from an instant on. */
async function fill(who: string, count: number, content: string, from = '2026-11-10T08:00:00Z'): Promise<void> {
  const { pool } = kreide.server.test.database;
  const { rows } = await pool.query<{ last: string }>(
    'update chats set messages_sent = messages_sent + $2, change_seq = change_seq + $2 where id = $1 returning messages_sent as last',
    [channel.chat_id, count],
  );
  const last = Number(rows[0]?.last);
  await pool.query(
    `insert into messages (school_id, chat_id, seq, user_id, type, content, change_seq, created_at, updated_at)
     select $1, $2, n, $3, 'MESSAGE', replace($4, '{n}', n::text) || repeat(E'\\nund noch eine Zeile', n % 4), n,
       $5::timestamptz + n * interval '1 minute', $5::timestamptz + n * interval '1 minute'
     from generate_series($6::int, $7::int) as n`,
    [kreide.school.id, channel.chat_id, idOf(who), content, from, last - count + 1, last],
  );
}
const read = (who: string, seq: number) =>
  db()
    .updateTable('channel_members')
    .set({ read_seq: seq })
    .where('channel_id', '=', channel.id)
    .where('user_id', '=', idOf(who))
    .execute();

const log = (page: Page) => page.getByRole('log', { name: 'Nachrichten' });
const rows = (page: Page) => log(page).getByRole('article');
const field = (page: Page) => page.getByRole('textbox', { name: 'Nachricht' });
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
/** How far below the upper edge of the list a message begins; null: it is not on the page. */
const offsetOf = (page: Page, seq: number) =>
  log(page).evaluate((list, wanted) => {
    const found = list.querySelector(`[data-seq="${wanted}"]`);
    return found ? found.getBoundingClientRect().top - list.getBoundingClientRect().top : null;
  }, seq);
/** The first message in sight, and how far below the upper edge it begins. */
const topmost = (page: Page) =>
  log(page).evaluate((list) => {
    const { top } = list.getBoundingClientRect();
    const found = [...list.querySelectorAll<HTMLElement>('[data-seq]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    );
    return { seq: Number(found?.dataset.seq), offset: (found?.getBoundingClientRect().top ?? 0) - top };
  });
const isInSight = async (page: Page, text: string) => {
  const [box, list] = await Promise.all([row(page, text).first().boundingBox(), log(page).boundingBox()]);
  if (!box || !list) return false;
  return box.y >= list.y - 2 && box.y + box.height <= list.y + list.height + 2;
};
async function open(page: Page, hash = '') {
  const listens = page.waitForEvent('websocket', { timeout: 20_000 });
  await page.goto(`/channels/${channel.id}/chat${hash}`);
  await rows(page).first().waitFor();
  await listens;
}

describe('search in a chat', () => {
  it('lists what is found with the words marked, and shows each where it stands [C-2.06]', async () => {
    await say('ben', 'Die Schulaufgabe wird verschoben');
    await fill('ben', 400, 'Nr. {n}.');
    await say('ben', 'Wann ist die AUFGABE?');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await open(page);
    await page.keyboard.press('Control+f');
    const words = page.getByRole('searchbox', { name: 'Suche', exact: true });
    await words.fill('aufgabe');
    const hits = page.getByRole('list', { name: 'Treffer' });
    await expect.poll(() => hits.getByRole('listitem').count()).toBe(2);
    expect(await hits.locator('mark').allInnerTexts()).toEqual(['AUFGABE', 'aufgabe']);
    await expectAccessible(page);
    await hits.getByRole('button', { name: 'Schulaufgabe' }).click();
    await row(page, 'Schulaufgabe').waitFor();
    await expect.poll(() => isInSight(page, 'Schulaufgabe')).toBe(true);
    expect(await row(page, 'Schulaufgabe').getAttribute('data-found')).toBe('true');
    expect(await row(page, 'Nr. 400.').count()).toBe(0);
    expect(await row(page, 'Nr. 20.').count()).toBe(1);
    await page.getByRole('button', { name: '2 von 2' }).waitFor();
    await page.getByRole('button', { name: 'Neuerer Treffer' }).click();
    await expect.poll(() => isInSight(page, 'Wann ist die AUFGABE?')).toBe(true);
    await page.getByRole('button', { name: 'Älterer Treffer' }).click();
    await expect.poll(() => isInSight(page, 'Schulaufgabe')).toBe(true);

    await words.fill('nirgends');
    await page.getByText('Nichts gefunden').waitFor();
    await words.press('Escape');
    expect(await words.inputValue()).toBe('');
    await words.press('Escape');
    await words.waitFor({ state: 'detached' });
    expect(app.problems).toEqual([]);
  });

  it('goes on beyond its first page [C-2.06]', async () => {
    await fill('ben', 70, 'Wanderung {n}.');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await open(page);
    await page.getByRole('button', { name: 'In diesem Chat suchen' }).click();
    await page.getByRole('searchbox', { name: 'Suche', exact: true }).fill('wanderung');
    const hits = page.getByRole('list', { name: 'Treffer' });
    await hits.getByText('70.').waitFor();
    await hits.getByRole('button', { name: 'Ältere Treffer suchen' }).click();
    await hits.getByRole('button', { name: 'Ältere Treffer suchen' }).click();
    await expect.poll(() => hits.getByRole('listitem').count()).toBe(70);
  });
});

describe('a place in a chat', () => {
  it('is the first new message, with a line before it, however many there are [C-2.06] [C-4.14]', async () => {
    await fill('ben', 200, 'Nr. {n}.');
    await read('ada', 90);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await open(page, '#read');
    await log(page).getByText('Neue Nachrichten').waitFor();
    expect(await isInSight(page, 'Nr. 91.')).toBe(true);
    expect(Math.abs((await offsetOf(page, 91)) ?? 999)).toBeLessThan(60);
    await page.getByRole('button', { name: '110 neue Nachrichten' }).click();
    await expect.poll(() => isInSight(page, 'Nr. 200.')).toBe(true);

    await read('ada', 90);
    await page.goto('/channels');
    await open(page);
    await expect.poll(() => isInSight(page, 'Nr. 200.')).toBe(true);
  });

  it('is offered above when there are new ones that are not in sight', async () => {
    await fill('ben', 200, 'Nr. {n}.');
    await read('ada', 150);
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await open(page);
    expect(await log(page).getByText('Neue Nachrichten').count()).toBe(0);
    await page.getByRole('button', { name: '50 neue Nachrichten' }).click();
    await log(page).getByText('Neue Nachrichten').waitFor();
    expect(await isInSight(page, 'Nr. 151.')).toBe(true);
  });

  it('is a day, from the menu of the chat [C-2.06]', async () => {
    await fill('ben', 60, 'Montag {n}.', '2026-11-09T08:00:00Z');
    await fill('ben', 60, 'Dienstag {n}.', '2026-11-10T08:00:00Z');
    await fill('ben', 60, 'Mittwoch {n}.', '2026-11-11T08:00:00Z');
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await open(page);
    await page.getByRole('button', { name: 'Aktionen für den Chat' }).click();
    await page.getByRole('menuitem', { name: 'Zu einem Tag springen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zu einem Tag springen' });
    await dialog.getByRole('spinbutton').first().click();
    await page.keyboard.type('10112026');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Springen' }).click();
    await row(page, 'Dienstag 61.').waitFor();
    await expect.poll(() => isInSight(page, 'Dienstag 61.')).toBe(true);
  });

  it('is the message that is answered, also when it is long ago; what is no longer kept says so [C-3.14]', async () => {
    const seq = await say('ben', 'Wer kommt mit?');
    await fill('ben', 300, 'Nr. {n}.');
    const { uuid } = await db()
      .selectFrom('messages')
      .select('uuid')
      .where('chat_id', '=', channel.chat_id)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    for (const [content, reply_uuid] of [
      ['Ich!', uuid],
      ['Ich auch!', '00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const place = await say('ben', content);
      await db()
        .updateTable('messages')
        .set({ reply_uuid })
        .where('chat_id', '=', channel.chat_id)
        .where('seq', '=', place)
        .execute();
    }
    await using app = await kreide.open({ username: 'ada' });
    const { page } = app;
    await open(page);
    await row(page, 'Ich auch!').getByText('nicht mehr da').waitFor();
    await row(page, 'Ich!').getByTitle('Zur Nachricht von', { exact: false }).click();
    await expect.poll(() => isInSight(page, 'Wer kommt mit?')).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Wer kommt mit?');
    await row(page, 'Nr. 5.').waitFor();
    await say('ben', 'Inzwischen');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByRole('button', { name: '1 neue Nachricht' }).click();
    await expect.poll(() => isInSight(page, 'Inzwischen')).toBe(true);
    expect(await row(page, 'Nr. 5.').count()).toBe(0);
  });

  it('is kept when somebody leaves the chat and comes back [C-2.06]', async () => {
    await fill('ben', 200, 'Nr. {n}.');
    await using app = await kreide.open({ username: 'ada', drivesClock: true });
    const { page } = app;
    await open(page);
    // The list takes its first place once more while it is drawn.
    await expect
      .poll(async () => {
        if ((await row(page, 'Nr. 141.').count()) > 0) return true;
        await log(page).evaluate((list) => {
          list.scrollTop = 0;
        });
        return false;
      })
      .toBe(true);
    // Where it stands for good, not on its way: what is read, and how far below the edge.
    let before: Awaited<ReturnType<typeof topmost>> | null = null;
    const stands = async () => {
      const last = before;
      before = await topmost(page);
      return JSON.stringify(before) === JSON.stringify(last);
    };
    await expect.poll(stands, { interval: 100 }).toBe(true);
    expect(before).toMatchObject({ seq: expect.any(Number) });
    const { seq, offset } = before as unknown as Awaited<ReturnType<typeof topmost>>;
    expect(seq).toBeLessThan(180);
    await page.getByRole('link', { name: 'Kanäle' }).first().click();
    await page.waitForURL(/\/channels$/);
    await page.goBack();
    await rows(page).first().waitFor();
    await expect.poll(async () => Math.abs(((await offsetOf(page, seq)) ?? 9999) - offset)).toBeLessThan(2);
  });
});

describe('an answer in a one-way channel', () => {
  it('opens the conversation with its author, who alone reads it [D-6.12] [C-6.07]', async () => {
    await db().updateTable('channels').set({ is_twoway: false }).where('id', '=', channel.id).execute();
    await say('ada', 'Morgen ist Wandertag');
    await using app = await kreide.open({ username: 'ben' });
    const { page } = app;
    await open(page);
    const choose = async () => {
      await row(page, 'Wandertag')
        .getByRole('button', { name: /^Aktionen/ })
        .click();
      await page.getByRole('menuitem', { name: /^Nur .* antworten$/ }).click();
    };
    await choose();
    await page.getByText(/^Antwort an .*Nur .* liest das\.$/).waitFor();
    expect(page.url()).not.toContain(`/channels/${channel.id}`);
    await field(page).fill('Wann geht es los?');
    await page.getByRole('button', { name: 'An 1 Person senden' }).click();
    await row(page, 'Wann geht es los?').getByText('Morgen ist Wandertag').waitFor();
    await expectAccessible(page);
    await page.getByTitle('Zur Nachricht von', { exact: false }).click();
    await page.waitForURL(new RegExp(`/channels/${channel.id}/chat`));
    await expect.poll(() => row(page, 'Wandertag').getAttribute('data-found')).toBe('true');
    expect(await rows(page).count()).toBe(1);
    expect(app.problems).toEqual([]);

    await using other = await kreide.open({ username: 'pia' });
    await open(other.page);
    await row(other.page, 'Wandertag')
      .getByRole('button', { name: /^Aktionen/ })
      .click();
    await other.page.getByRole('menuitem', { name: /^Nur .* antworten$/ }).click();
    await other.page.getByText('Dieser Person kannst du nicht schreiben.', { exact: false }).first().waitFor();
    expect(other.page.url()).toContain(`/channels/${channel.id}`);
  });
});

describe('a chat of thousands of messages', () => {
  it('keeps what one reads in its place while older and newer ones come, and never holds more than some hundreds [C-2.06]', async () => {
    await fill('ben', 5000, 'Nr. {n}.');
    await read('ada', 5000);
    await using app = await kreide.open({ username: 'ada', drivesClock: true });
    const { page } = app;
    await open(page);
    await page.evaluate(() => {
      const list = document.querySelector('[role="log"]') as HTMLElement;
      const found = { jumps: [] as number[], most: 0 };
      Object.assign(globalThis, { found });
      // What is in the middle of the list before a change is where it was after it, apart from what was scrolled.
      let known: { seq: string; top: number; scrolled: number } | null = null;
      const middle = () => {
        const box = list.getBoundingClientRect();
        const row = [...list.querySelectorAll<HTMLElement>('[data-seq]')].find(
          (one) => one.getBoundingClientRect().bottom > box.top + box.height / 2,
        );
        return row ? { seq: row.dataset.seq ?? '', top: row.getBoundingClientRect().top, scrolled: 0 } : null;
      };
      const check = () => {
        const row = known && list.querySelector(`[data-seq="${known.seq}"]`);
        // Who comes within 80 px of its end is taken there.
        const taken = list.scrollHeight - list.scrollTop - list.clientHeight < 1 ? 80 : 0;
        if (known && row)
          found.jumps.push(Math.abs(row.getBoundingClientRect().top - known.top + known.scrolled) - taken);
        known = middle();
        found.most = Math.max(found.most, list.querySelectorAll('article').length);
        requestAnimationFrame(check);
      };
      Object.assign(globalThis, {
        scrollList: (by: number) => {
          const before = list.scrollTop;
          list.scrollTop += by;
          if (known) known.scrolled += list.scrollTop - before;
        },
      });
      requestAnimationFrame(check);
    });
    const firstSeq = () =>
      log(page).evaluate((list) => Number(list.querySelector<HTMLElement>('[data-seq]')?.dataset.seq));
    const lastSeq = () =>
      log(page).evaluate((list) => Number([...list.querySelectorAll<HTMLElement>('[data-seq]')].at(-1)?.dataset.seq));
    /** Scrolls frame by frame until something is there. */
    const scroll = async (by: number, isThere: () => Promise<boolean>) => {
      for (let round = 0; round < 400 && !(await isThere()); round++)
        await page.evaluate(
          (step) =>
            new Promise<void>((done) => {
              let left = 10;
              const frame = () => {
                (globalThis as unknown as { scrollList: (by: number) => void }).scrollList(step);
                if (--left > 0) requestAnimationFrame(frame);
                else done();
              };
              requestAnimationFrame(frame);
            }),
          by,
        );
      expect(await isThere()).toBe(true);
    };
    await scroll(-180, async () => (await firstSeq()) < 4650);
    expect(await lastSeq()).toBeLessThan(4950);
    await scroll(180, async () => (await lastSeq()) === 5000);
    const found = await page.evaluate(
      () => (globalThis as unknown as { found: { jumps: number[]; most: number } }).found,
    );
    expect(found.most).toBeLessThanOrEqual(400);
    expect(found.jumps.length).toBeGreaterThan(100);
    expect(Math.max(...found.jumps)).toBeLessThanOrEqual(2);
    expect(app.problems).toEqual([]);
  });
});
