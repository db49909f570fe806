// features: schools

import { describe, expect, it } from 'vitest';
import { useCliSchool } from '../support/cli-school.ts';
import { buildUser } from '../support/people.ts';

const { current, as } = useCliSchool();
const school = (...args: string[]) => current.cli.run(['school', ...args], as('admin'));
const read = async (...args: string[]) => JSON.parse((await school(...args, '--json')).stdout);
const stored = () =>
  current.server.test.database.kysely
    .selectFrom('schools')
    .selectAll()
    .where('id', '=', current.school.id)
    .executeTakeFirstOrThrow();

describe('kreide school show', () => {
  it('tells name, short name, active year and numbers [D-3.03] [D-3.13]', async () => {
    const { kysely } = current.server.test.database;
    const { id: school_id, slink } = current.school;
    await kysely.insertInto('grades').values({ school_id, shortcut: '5a', source: 'manual' }).execute();
    await buildUser(kysely, school_id, 'uta', 'TEACHER');
    const told = await read('show');
    const counts = { people: 3, classes: 1, roles: { STUDENT: 1, TEACHER: 1, ADMIN: 1, PARENT: 0 } };
    expect(told).toMatchObject({ id: school_id, slink, server: current.server.url, counts, error: null });
    const shown = await school('show');
    expect(shown, shown.stderr).toMatchObject({ code: 0 });
    expect(shown.stdout).toMatch(new RegExp(`Short name\\s+${slink}\\n`));
    expect(shown.stdout).toMatch(/Administrator\s+1\n/);
    const german = await current.cli.run(['school', 'show'], { ...as('admin'), LC_ALL: 'de_DE.UTF-8' });
    expect(german.stdout).toMatch(/Kurzname\s+amsel-/);
    // Who may not count people still sees the school.
    const pupil = await current.cli.run(['school', 'show', '--json'], as('ada'));
    expect(JSON.parse(pupil.stdout)).toMatchObject({ slink, counts: null, error: null });
  });
});

describe('kreide school list, get and set', () => {
  it('show every setting that administrators make, and one of them [D-3.03]', async () => {
    const { settings } = await read('list');
    expect(settings).toMatchObject({
      'public.monitor': false,
      'public.screen_origins': [],
      'second_step.roles': [],
      'second_step.from': null,
      'product_question.is_asked': true,
      'deletion.enabled': true,
      'absences.pupils_report': expect.anything(),
      'child_requests.asks': 'grade',
      'retention.audit_log': expect.any(Number),
      'channels.channels': true,
      'notifications.digest_at': expect.any(String),
      'applications.parent.is_open': false,
      'school.permissions': expect.any(Array),
    });
    expect(settings).not.toHaveProperty('public.url');
    expect((await school('list')).stdout).toMatch(/Setting\s+Value\n[\s\S]*\npublic\.monitor\s+false\n/);
    expect(await school('get', 'public.teacher_names')).toMatchObject({
      code: 0,
      stdout: `${settings['public.teacher_names']}\n`,
    });
    expect(await read('get', 'second_step.from')).toEqual({ key: 'second_step.from', value: null, error: null });
    expect((await read('get', 'public.nonsense')).error).toMatchObject({ code: 'not_found' });
    const pupil = await current.cli.run(['school', 'get', 'public.monitor', '--json'], as('ada'));
    expect(JSON.parse(pupil.stdout).error).toMatchObject({ code: 'forbidden' });
  });

  it('set shows old and new and changes nothing with --dry-run, and needs a yes without a terminal [D-3.03]', async () => {
    const before = await stored();
    const dry = await school('set', 'public.monitor', 'true', '--dry-run');
    expect(dry, dry.stderr).toMatchObject({ code: 0, stdout: 'public.monitor: false → true\nNothing was changed.\n' });
    expect(await read('set', 'public.monitor', 'maybe', '--dry-run')).toMatchObject({
      is_changed: false,
      error: { code: 'invalid' },
    });
    expect(await school('set', 'public.monitor', 'true')).toMatchObject({ code: 2, stdout: '' });
    expect(await stored()).toEqual(before);
  });

  it('set changes one setting and leaves its neighbours [D-3.03]', async () => {
    await school('set', 'public.news', 'true', '--yes');
    expect(await read('set', 'public.monitor', 'true', '--yes')).toEqual({
      key: 'public.monitor',
      before: false,
      after: true,
      is_changed: true,
      error: null,
    });
    expect(await stored()).toMatchObject({ public_monitor: true, public_news: true, public_timetable: false });
    expect(await read('set', 'public.monitor', 'true', '--yes')).toMatchObject({ is_changed: false });
    const others = [
      [
        'public.screen_origins',
        'https://www.example.org, https://b.example',
        ['https://www.example.org', 'https://b.example'],
      ],
      ['second_step.from', '2030-01-07', '2030-01-07'],
      ['second_step.roles', 'ADMIN,TEACHER', ['ADMIN', 'TEACHER']],
      ['second_step.roles', '', []],
      ['second_step.from', 'null', null],
      ['notifications.quiet.begins_at', '20:30', '20:30'],
      ['retention.mails', '45', 45],
      ['absences.next_day_from', '15:00', '15:00'],
      ['applications.parent.is_open', 'true', true],
      ['applications.parent.content', '42', '42'],
      ['child_requests.asks', 'birthdate', 'birthdate'],
    ] as const;
    for (const [key, text, value] of others) {
      const set = await school('set', key, text, '--yes');
      expect(set, `${key} ${set.stdout}${set.stderr}`).toMatchObject({ code: 0 });
      expect((await read('get', key)).value, key).toEqual(value);
    }
  });

  it('set tells what the server does not take, in its words [D-3.03]', async () => {
    const before = await stored();
    const refused = await read('set', 'retention.mails', '100000', '--yes');
    expect(refused).toMatchObject({ is_changed: false, error: { code: 'invalid' } });
    expect(refused.error.message).toContain('mails: ');
    expect((await read('set', 'public.screen_origins', 'ftp://x', '--yes')).error.code).toBe('invalid');
    expect(await stored()).toEqual(before);
  });
});
