import type { Locator, Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import type { NewsItem } from '../../packages/core/src/features/news/index.ts';
import { type App, withApp } from './app-browser.ts';
import { globalChannelOf } from './global-channel.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from './people.ts';

const PEOPLE = { tess: 'TEACHER', carla: 'ADMIN', paul: 'STUDENT' } as const;
type Person = keyof typeof PEOPLE;

/** A school with a teacher, an administrator and a pupil; before each test it has no news. */
export interface NewsFlows {
  kreide: App<BuiltSchool>;
  tokens: Record<Person, string>;
  create(
    who: Person,
    values?: Partial<typeof DRAFT> & { channels?: number[]; survey_form_id?: number },
  ): Promise<NewsItem>;
  change(who: Person, item: NewsItem, values?: Partial<typeof DRAFT>): Promise<{ status: number }>;
  isSeenBy(who: Person, item: NewsItem): Promise<boolean>;
}

const DRAFT = {
  title: 'Wandertag',
  content: '<p>Wir gehen an die Elbe.</p>',
  publish_at: null as string | null,
  is_pinned: false,
  is_official: false,
  is_public: false,
};

/** Called once at the top of a test file. */
export function withNews(): NewsFlows {
  const tokens = {} as Record<Person, string>;
  let everybody = 0;
  const kreide = withApp(async (server) => {
    const db = server.test.database.kysely;
    const school = await buildSchool(db, 'amsel');
    for (const [name, role] of Object.entries(PEOPLE) as [Person, (typeof PEOPLE)[Person]][]) {
      await buildUser(db, school.id, name, role);
      tokens[name] = await signIn(server, 'amsel', name);
    }
    everybody = await globalChannelOf(db, school.id);
    return school;
  });
  beforeEach(async () => {
    const { server, school } = kreide;
    await server.test.database.kysely.deleteFrom('news').where('school_id', '=', school.id).execute();
  });
  return {
    kreide,
    tokens,
    async create(who, values = {}) {
      const body = { ...DRAFT, channels: [everybody], ...values };
      return (await kreide.server.request('POST', '/v1/channels/news', { token: tokens[who], body })).body.data;
    },
    change: (who, { id, updated_at, publish_at }, values = {}) =>
      kreide.server.request('PUT', `/v1/channels/news/${id}`, {
        token: tokens[who],
        body: { ...DRAFT, publish_at, updated_at, ...values },
      }),
    async isSeenBy(who, { id }) {
      return (await kreide.server.request('GET', `/v1/channels/news/${id}`, { token: tokens[who] })).status === 200;
    },
  };
}

export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text' });
export const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Titel' });
export const card = (page: Page, title: string) => page.getByRole('article', { name: title });
export const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
/** The page hears events from now on. */
export const listens = (page: Page) => page.waitForEvent('websocket', { timeout: 20_000 });

/** Fills the form of a news item, as by hand. */
export async function write(page: Page, title: string, text: string): Promise<void> {
  await titleOf(page).fill(title);
  await editorOf(page).click();
  await page.keyboard.type(text);
  await editorOf(page).getByText(text.trim()).waitFor();
}

/** On the first page of a new item: the first group receives it, and on to the text. */
export async function chooseReceivers(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: /.+ hinzufügen$/ });
  // At the edge of the row, far from its button: the whole row is pressed.
  await page
    .getByRole('listitem')
    .filter({ has: add })
    .first()
    .click({ position: { x: 4, y: 8 } });
  await page.getByRole('button', { name: 'Weiter' }).click();
  await editorOf(page).waitFor();
}

/** From the text of a new item to what it carries. */
export async function toCarried(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('region', { name: 'Dateien' }).waitFor();
}

/** From the text of a new item, over what it carries, to its preview. */
export async function toPreview(page: Page): Promise<void> {
  await toCarried(page);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.waitForURL('**/news/create/finish*');
}

/** From the text of a new item to its preview, and out. */
export async function send(page: Page, name: 'Veröffentlichen' | 'Planen' = 'Veröffentlichen'): Promise<void> {
  await toPreview(page);
  await page.getByRole('button', { name, exact: true }).click();
}
