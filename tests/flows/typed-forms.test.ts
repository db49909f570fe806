// features: absences, auth-drivers, channels, choices, classbook, desk, help, monitor, planner, schools, timetable, timetable-import, users

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { november } from '../support/absences.ts';
import { type AppPage, withApp } from '../support/app-browser.ts';
import { buildChannel } from '../support/channels.ts';
import { DRIVER_FIELDS, OPENID } from '../support/drivers.ts';
import { followAnswers } from '../support/follow-answers.ts';
import { visit } from '../support/go-inside.ts';
import { buildUser, PASSWORD, signIn } from '../support/people.ts';
import { buildPlanSchool } from '../support/plan-school.ts';
import type { TestAnswer, TestServer } from '../support/server.ts';

type Wire = TestAnswer['body'];
type Call = (method: string, path: string, body?: object) => Promise<Wire>;

/** Somebody at another device, for whom some seconds pass before each change. */
function elsewhere(server: TestServer, token: string): Call {
  return async (method, path, body) => {
    if (method !== 'GET') server.clock.advance(5_000);
    const answer = await server.request(method, path, { token, body });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200);
    return answer.body.data;
  };
}

const kreide = withApp(async (server) => {
  const school = await buildPlanSchool(server);
  const db = server.test.database.kysely;
  const admin = elsewhere(server, await signIn(server, 'amsel', 'admin'));
  const teacher = elsewhere(server, await signIn(server, 'amsel', 'teacher'));
  const book = `/v1/classbooks/${school.yearId}`;
  const ofSchool = `/v1/schools/${school.id}`;
  const date = '2026-11-16';
  const plan = `/v1/timetables/entities/grades/${school.gradeId}?begins_at=${date}&ends_at=${date}`;
  const { lessons } = await admin('GET', plan);
  const { uuid: lesson_uuid, lesson_id } = lessons.find(
    (one: Wire) => one.hour === '2' && one.subject?.shortcut === 'MA',
  );
  const entry = await teacher('POST', `${book}/entries`, { lesson_uuid, date });
  const homework = await teacher('POST', `${book}/homeworks`, {
    entry_id: entry.id,
    text: 'Alt',
    due_at: '2026-11-20',
  });
  const [{ uuid: category_uuid }] = await teacher('GET', `${book}/notices/categories`);
  const aboutNotice = {
    entry_id: entry.id,
    category_uuid,
    occurred_at: `${date}T08:00:00.000Z`,
    users: [school.users.ada],
  };
  const notice = await teacher('POST', `${book}/notices`, { ...aboutNotice, message: 'Alt' });
  const absence = await db
    .insertInto('absences')
    .values({
      school_id: school.id,
      school_year_id: school.yearId,
      user_id: school.users.ada,
      type_id: 'sick',
      source: 'school',
      comment: 'Alt',
      created_at: '2026-11-18T06:00:00.000Z',
      updated_at: '2026-11-18T06:00:00.000Z',
      ...november(18),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const tess = await buildUser(db, school.id, 'tess', 'TEACHER');
  const channel = await buildChannel(
    db,
    school.id,
    { admins: [school.users.admin], members: [tess.id] },
    { name: 'Alt' },
  );
  await db.updateTable('schools').set({ public_monitor: true }).where('id', '=', school.id).execute();
  const role = await admin('POST', `${ofSchool}/roles`, { name: 'Alt', permissions: [] });
  await admin('PUT', '/v1/day-messages', { date: '2026-11-18', text: 'Alt', updated_at: null });
  const person = { name: 'Sekretariat', user_id: null, about: 'Alt', email: '', telephone: '040 123', hours: '' };
  const { updated_at } = await admin('GET', `${ofSchool}/contact-person`);
  await admin('PUT', `${ofSchool}/contact-person`, { persons: [person], updated_at });
  const account = { address: 'schule.webuntis.com', school_name: 'Amsel', username: 'plan', password: 'x' };
  const reading = { interval_minutes: 20, is_on: false, publishes: false, updated_at: null };
  await admin('PUT', `${ofSchool}/webuntis-connection`, { ...account, ...reading });
  const service = { name: 'Alt', issuer: 'https://id.example', client: 'kreide', client_secret: null, scope: 'openid' };
  const matching = {
    match_claim: 'email',
    match_field: 'email',
    is_on: false,
    passwords: 'EVERYBODY',
    updated_at: null,
  };
  await admin('PUT', `${ofSchool}/auth-driver/settings`, { ...OPENID, ...service, ...matching, password: PASSWORD });
  const offered = ['Chor', 'Schach'].map((title) => ({ title, capacity: 20, minimum: 0 }));
  await admin('POST', '/v1/choices', {
    title: 'AGs',
    about: 'Alt',
    grade_ids: [school.gradeId],
    opens_at: '2026-12-01T07:00:00.000Z',
    closes_at: '2026-12-08T07:00:00.000Z',
    wishes_count: 2,
    who: 'both',
    options: offered,
  });
  const task = `/v1/timetables/lessons/${lesson_id}/${date}/task`;
  await teacher('PUT', task, { text: 'Alt', is_for_pupils: true, updated_at: null });
  const billing = await admin('GET', `${ofSchool}/billing`);
  await admin('PUT', `${ofSchool}/billing`, { ...billing, street: 'Weg 1', postal_code: '20095', city: 'Hamburg' });
  const version = await admin('POST', '/v1/timetables/versions', {
    school_year_id: school.yearId,
    note: 'Alt',
    copy_data_from_version: null,
  });
  const sheet = `/timetable/grades/${school.gradeId}/lesson/${lesson_uuid}-${Date.parse(`${date}T07:50:00Z`) / 1000}`;
  return {
    ...school,
    task,
    sheet,
    version,
    role,
    admin,
    book,
    ofSchool,
    entry,
    homework,
    notice,
    aboutNotice,
    absence,
    channel,
  };
});

let app: AppPage;
let settled: () => Promise<void>;
beforeAll(async () => {
  app = await kreide.open({ username: 'admin' });
  settled = followAnswers(app.page);
});
afterAll(() => app?.[Symbol.asyncDispose]());

/** The object as it is now, of which only what a draft has is sent, with a change. */
async function put(path: string, keys: readonly string[], change: object, read = path): Promise<void> {
  const now = await kreide.school.admin('GET', read);
  const draft = Object.fromEntries([...keys, 'updated_at'].map((key) => [key, now[key]]));
  await kreide.school.admin('PUT', path, { ...draft, ...change });
}
const managed = (path: string) => `/management/${kreide.school.uuid}/${path}`;
const inBook = (rest: string) =>
  `/classbooks/${kreide.school.yearId}/overview/grades/details/${kreide.school.gradeId}/${rest}`;
const MAXIMA = ['daily_maximum', 'weekly_maximum', 'only_present', 'core_begins_at', 'core_ends_at'] as const;
const RULE = ['weights', 'compared', 'standby_subject_ids', ...MAXIMA] as const;
const UNTIS = ['address', 'school_name', 'username', 'interval_minutes', 'is_on', 'publishes'] as const;

interface Walk {
  form: string;
  at: () => string;
  open?: (page: Page) => Promise<unknown>;
  /** A field of the form, and where it stands when there are several of its name. */
  label: string;
  within?: (page: Page) => Locator;
  save?: string;
  mine?: string;
  theirs?: string;
  /** Somebody else saves the same object. */
  change: (text: string) => Promise<unknown>;
}

const WALKS: readonly Walk[] = [
  {
    form: 'absences.update',
    at: () => inBook(`absences?entity=grades&selectedAbsence=${kreide.school.absence.uuid}`),
    label: 'Interner Vermerk',
    change: (comment) => {
      const path = `${kreide.school.book}/absences/${kreide.school.absence.uuid}`;
      return put(path, ['user_id', 'type_id', 'begins_at', 'ends_at', 'excuse_note'], { comment });
    },
  },
  {
    form: 'auth-drivers.saveDriver',
    at: () => managed('school-data/authentication-driver'),
    label: 'Name des Dienstes',
    change: async (name) => {
      const path = `${kreide.school.ofSchool}/auth-driver/settings`;
      const { driver } = await kreide.school.admin('GET', path);
      const draft = Object.fromEntries(DRIVER_FIELDS.map((key) => [key, driver[key]]));
      return kreide.school.admin('PUT', path, { ...draft, name, updated_at: driver.updated_at });
    },
  },
  {
    form: 'channels.update',
    at: () => `/channels/${kreide.school.channel.id}/edit`,
    label: 'Name',
    change: (name) => put(`/v1/channels/${kreide.school.channel.id}`, ['description', 'color'], { name }),
  },
  {
    form: 'choices.update',
    at: () => managed('choices'),
    open: (page) => page.getByRole('button', { name: /bearbeiten$/ }).click(),
    label: 'Was dazu zu wissen ist',
    change: async (about) => {
      const [{ id, grades, options, ...choice }] = await kreide.school.admin('GET', '/v1/choices');
      const { title, opens_at, closes_at, wishes_count, who, updated_at } = choice;
      const kept = options.map((one: Wire) => ({
        id: one.id,
        title: one.title,
        capacity: one.capacity,
        minimum: one.minimum,
      }));
      const draft = { title, about, opens_at, closes_at, wishes_count, who, updated_at, options: kept };
      return kreide.school.admin('PUT', `/v1/choices/${id}`, {
        ...draft,
        grade_ids: grades.map((one: Wire) => one.id),
      });
    },
  },
  {
    form: 'classbook.updateHomework',
    at: () => inBook('entries/homework?entity=grades'),
    open: (page) => page.getByRole('button', { name: 'Hausaufgaben ändern' }).click(),
    label: 'Was ist zu tun?',
    change: async (text) => {
      const { homework, book } = kreide.school;
      const [{ due_at, updated_at }] = await kreide.school.admin('GET', `${book}/homeworks`);
      return kreide.school.admin('PUT', `${book}/homeworks/${homework.id}`, { text, due_at, updated_at });
    },
  },
  {
    form: 'classbook.updateNotice',
    at: () => inBook('entries/notices?entity=grades'),
    open: async (page) => {
      await page.getByRole('button', { name: 'Was tun mit der Notiz?' }).click();
      await page.getByRole('menuitem', { name: 'Ändern' }).click();
    },
    label: 'Was ist geschehen?',
    change: (message) => {
      const path = `${kreide.school.book}/notices/${kreide.school.notice.id}`;
      return put(path, [], { ...kreide.school.aboutNotice, message });
    },
  },
  {
    form: 'desk.updateSettings',
    at: () => managed('substitution-desk'),
    open: (page) => page.getByRole('button', { name: 'Regel der Vorschläge' }).click(),
    label: 'Höchstens am Tag (leer: ohne Grenze)',
    mine: '3',
    theirs: '4',
    change: (most) => put('/v1/timetables/desk/settings', RULE, { daily_maximum: Number(most) }),
  },
  {
    form: 'schools.updateRecord',
    at: () => managed('school-data/edit-school'),
    label: 'Ort',
    change: async (city) => {
      const path = kreide.school.ofSchool;
      const { name, country, color, updated_at } = await kreide.school.admin('GET', path);
      const none = { shortname: '', street: '', postal_code: '', type: null };
      return kreide.school.admin('PUT', path, { name, country, color, updated_at, ...none, city });
    },
  },
  {
    form: 'schools.updateBilling',
    at: () => managed('school-data/edit-school-billing'),
    label: 'Zusatz',
    change: async (addition) => {
      const path = `${kreide.school.ofSchool}/billing`;
      const known = await kreide.school.admin('GET', path);
      return kreide.school.admin('PUT', path, { ...known, addition });
    },
  },
  {
    form: 'help.updateContacts',
    at: () => managed('contact-persons'),
    open: (page) => page.getByRole('button', { name: 'Sekretariat ändern' }).click(),
    label: 'Name',
    change: async (name) => {
      const path = `${kreide.school.ofSchool}/contact-person`;
      const { persons, updated_at } = await kreide.school.admin('GET', path);
      return kreide.school.admin('PUT', path, { persons: persons.map((one: Wire) => ({ ...one, name })), updated_at });
    },
  },
  {
    form: 'monitor.setMessage',
    at: () => managed('school-data/edit-settings'),
    label: 'Text für alle Bildschirme',
    save: 'Meldung speichern',
    change: async (text) => {
      const [today] = await kreide.school.admin('GET', '/v1/day-messages');
      return kreide.school.admin('PUT', '/v1/day-messages', { ...today, text });
    },
  },
  {
    form: 'planner.updateVersion',
    at: () => managed('advanced-timetable'),
    open: (page) => page.getByRole('button', { name: 'Umbenennen: Fassung 1' }).click(),
    label: 'Notiz (freiwillig)',
    change: async (note) => {
      const path = `/v1/timetables/versions/${kreide.school.version.id}`;
      const { note: former_note } = await kreide.school.admin('GET', path);
      return kreide.school.admin('PUT', path, { note, former_note });
    },
  },
  {
    form: 'planner.updateBookable',
    at: () => managed('basedata/bookables'),
    open: (page) =>
      page
        .getByRole('button', { name: /^Ändern: / })
        .first()
        .click(),
    label: 'Gebäude',
    change: async (building) => {
      const path = '/v1/timetables/basedata/bookables';
      const [{ id, shortcut, name, kind, capacity, description, is_public, version }] = await kreide.school.admin(
        'GET',
        path,
      );
      const rest = { shortcut, name, kind, capacity, description, is_public, version };
      return kreide.school.admin('PUT', `${path}/${id}`, { ...rest, building });
    },
  },
  {
    form: 'schools.updatePublicAccess',
    at: () => managed('school-data/edit-settings'),
    label: 'Seiten, die Bildschirme einbetten dürfen',
    mine: 'https://mine.example',
    theirs: 'https://theirs.example',
    change: async (origin) => {
      const path = `${kreide.school.ofSchool}/public-access`;
      const { url: _, ...access } = await kreide.school.admin('GET', path);
      return kreide.school.admin('PUT', path, { ...access, screen_origins: [origin] });
    },
  },
  {
    form: 'timetable.setTask',
    at: () => kreide.school.sheet,
    open: (page) => page.getByRole('button', { name: 'Aufgabe bearbeiten' }).click(),
    label: 'Was ist zu tun?',
    change: (text) => put(kreide.school.task, ['is_for_pupils'], { text }),
  },
  {
    form: 'timetable-import.setWebUntis',
    at: () => managed('web-interface/automatic-upload'),
    within: (page) => page.getByRole('form', { name: 'WebUntis' }),
    label: 'Abstand in Minuten',
    mine: '30',
    theirs: '45',
    change: (minutes) =>
      put(`${kreide.school.ofSchool}/webuntis-connection`, UNTIS, { interval_minutes: Number(minutes) }),
  },
  {
    form: 'users.updateRole',
    at: () => managed(`roles/${kreide.school.role.id}`),
    label: 'Name der Rolle',
    change: async (name) => {
      const path = `${kreide.school.ofSchool}/roles`;
      const role = (await kreide.school.admin('GET', path)).find(({ id }: Wire) => id === kreide.school.role.id);
      const { permissions, updated_at } = role;
      return kreide.school.admin('PUT', `${path}/${role.id}`, { name, permissions, updated_at });
    },
  },
];

it.each(WALKS)('what is typed outlasts what somebody else saves, and both versions are shown: $form', async (walk) => {
  const {
    at,
    open,
    label,
    within,
    change,
    save = 'Speichern',
    mine = 'Eigene Fassung',
    theirs = 'Fremde Fassung',
  } = walk;
  const { page } = app;
  await visit(page, at());
  await open?.(page);
  const field = (within?.(page) ?? page).getByRole('textbox', { name: label, exact: true });
  await field.fill(mine);
  await change(theirs);
  // What the page has not been told it asks for when the network is back.
  const asked = page.waitForResponse((answer) => answer.request().method() === 'GET');
  await page.evaluate(() => ['offline', 'online'].map((name) => window.dispatchEvent(new Event(name))));
  await asked;
  await settled();
  expect(await field.inputValue()).toBe(mine);

  const form = page.locator('form', { has: page.getByRole('textbox', { name: label, exact: true }) });
  // The button of a dialog stands below its form and names it.
  const id = await form.getAttribute('id');
  const foot = page.locator(`[form="${id}"]`);
  await form.getByRole('button', { name: save, exact: true }).or(foot).click();
  await form.getByRole('heading', { name: 'Inzwischen hat jemand anderes gespeichert' }).waitFor();
  const versions = form.getByRole('definition');
  await expect.poll(() => versions.allInnerTexts()).toEqual([mine, theirs]);
  expect(await field.inputValue()).toBe(mine);
  await form.getByRole('button', { name: 'Gespeicherte übernehmen' }).click();
  await expect.poll(() => field.inputValue()).toBe(theirs);
  expect(app.problems).toEqual([]);
});
