import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect } from 'vitest';
import { type App, type AppPage, type AppPageOptions, withApp } from './app-browser.ts';
import { buildSchool, buildUser, signIn } from './people.ts';
import { buildPlanSchool, type PlanSchool } from './plan-school.ts';
import { NOTHING_PUBLIC } from './public-access.ts';

/** What a school releases to the public, by the name of its switch. */
export const SURFACES = {
  monitor: 'Vertretungsplan auf Bildschirmen',
  timetable: 'Stundenpläne auf der Homepage',
  news: 'Nachrichten auf der Homepage',
} as const;
export type Surface = keyof typeof SURFACES;

const ALL_ON = { ...NOTHING_PUBLIC, monitor: true, timetable: true, news: true };

/** A school with a plan and a public news item, and another one; before each test everything of it is released. */
export interface PublicAccessFlows {
  kreide: App<PlanSchool>;
  release(values?: Record<string, unknown>): Promise<{ status: number }>;
  released(): Promise<Record<string, unknown>>;
  /** Address of the page with the switches. */
  settings(): string;
  /** That page, opened by the administrator. */
  openSettings(options?: AppPageOptions): Promise<AppPage>;
}

/** Called once at the top of a test file. */
export function withPublicAccess(): PublicAccessFlows {
  let token: string;
  const kreide = withApp(async (server) => {
    const school = await buildPlanSchool(server);
    const { kysely } = server.test.database;
    const news = { school_id: school.id, user_id: school.users.teacher, content: '', is_public: true };
    await kysely
      .insertInto('news')
      .values({
        ...news,
        title: 'Schulfest',
        excerpt: 'Am Freitag',
        content_rendered: '',
        publish_at: '2026-11-17T08:00:00Z',
      })
      .execute();
    const drossel = await buildSchool(kysely, 'drossel');
    await buildUser(kysely, drossel.id, 'stranger', 'ADMIN');
    return school;
  });
  beforeAll(async () => {
    token = await signIn(kreide.server, 'amsel', 'admin');
  });

  const accessPath = () => `/v1/schools/${kreide.school.id}/public-access`;
  const release = (values: Record<string, unknown> = {}) =>
    kreide.server.request('PUT', accessPath(), { token, body: { ...ALL_ON, ...values } });
  const released = async () => (await kreide.server.request('GET', accessPath(), { token })).body.data;
  beforeEach(async () => {
    expect((await release()).status).toBe(200);
  });

  const settings = () => `/management/${kreide.school.uuid}/school-data/edit-settings`;
  async function openSettings(options: AppPageOptions = {}) {
    const app = await kreide.open({ username: 'admin', ...options });
    await app.page.goto(settings());
    await toggle(app.page, 'monitor').waitFor();
    return app;
  }
  return { kreide, release, released, settings, openSettings };
}

export const toggle = (page: Page, surface: Surface) => page.getByRole('switch', { name: SURFACES[surface] });
