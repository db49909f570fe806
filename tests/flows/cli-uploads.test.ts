// features: timetable-import

import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessFile } from '../support/access-file.ts';
import { ROWS, useCliSchool } from '../support/cli-school.ts';
import { publishPlan, uploadPlan } from '../support/imports.ts';
import { PASSWORD, signIn } from '../support/people.ts';
import { countWaiting } from '../support/waiting.ts';

const { current, as, plan, states, write } = useCliSchool();
const HEAD = 'lesson_id;classes;teachers;subject;rooms;weekday;period';
const run = (args: readonly string[], env: Record<string, string> = as('admin')) => current.cli.run(args, env);
const upload = async (rows: readonly string[], ...options: string[]) => {
  const ended = await run(['timetable', 'upload', plan(rows), '--json', ...options]);
  return { ...ended, result: JSON.parse(ended.stdout) };
};
const admin = () => signIn(current.server, current.school.slink, 'admin');
const inRoom = (room: string) => ROWS.map((row) => row.replace('204', room));

describe('kreide timetable upload', () => {
  it('publishes nothing and keeps nothing when nothing changes [D-3.08]', async () => {
    expect((await upload(ROWS, '--yes')).result).toMatchObject({ published: true, error: null });
    const again = await upload(ROWS, '--yes');
    expect(again).toMatchObject({ code: 0, result: { published: false, error: null } });
    const words = await run(['timetable', 'upload', plan(ROWS), '--yes']);
    expect(words).toMatchObject({ code: 0 });
    expect(words.stdout).toContain('nothing would change');
    expect(await states()).toEqual(['PUBLISHED', 'DISCARDED', 'DISCARDED']);
  });

  it('foretells by --dry-run that publishing would be refused, in the words and with the code of the refusal [D-3.08] [D-3.03]', async () => {
    await upload(ROWS, '--yes');
    const dry = await upload(inRoom('999'), '--dry-run');
    expect(dry).toMatchObject({ code: 1, result: { published: false, error: { code: 'needs_replace', file: null } } });
    expect(dry.result.error.message).toMatch(/3 of 6, more than 20 percent/);
    expect(await upload(inRoom('999'), '--dry-run', '--replace')).toMatchObject({ code: 0, result: { error: null } });
    const { kysely } = current.server.test.database;
    const user = await kysely
      .selectFrom('users')
      .select('id')
      .where('school_id', '=', current.school.id)
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    const right = { permission: 'publish-timetable-entities', is_allowed: false };
    await kysely
      .insertInto('user_permissions')
      .values({ ...right, school_id: current.school.id, user_id: user.id })
      .execute();
    expect(await upload(ROWS.slice(0, 6).concat('7;7a;Bg;MA;204;5;5'), '--dry-run')).toMatchObject({
      code: 1,
      result: { error: { code: 'forbidden' } },
    });
    expect(await states()).toEqual(['PUBLISHED', 'DISCARDED', 'DISCARDED', 'DISCARDED']);
  });

  it('leaves alone what somebody else does with the same files, a dry run as well', async () => {
    const waiting = await uploadPlan(current.server, await admin(), [HEAD, ...ROWS]);
    expect((await upload(ROWS, '--dry-run')).code).toBe(0);
    expect(waiting.state).toBe('READY');
    expect(await states()).toEqual(['READY', 'DISCARDED']);
  });

  it('writes the whole difference as CSV or JSON [D-3.08]', async () => {
    const rows = Array.from({ length: 210 }, (_, n) => `l${n};g${n};Bg;MA;204;${1 + (n % 5)};${1 + (n % 10)}`);
    expect((await upload(rows, '--dry-run', '--changes', 'all.json')).code).toBe(0);
    expect((await upload(rows, '--dry-run', '--changes', 'all.csv')).code).toBe(0);
    const json = JSON.parse(readFileSync(join(current.cli.home, 'all.json'), 'utf8'));
    expect(json.filter(({ of }: { of: string }) => of === 'lesson')).toHaveLength(210);
    const csv = readFileSync(join(current.cli.home, 'all.csv'), 'utf8');
    expect(csv).toMatch(/^\uFEFFkind;of;what;before;after\r\nadded;lesson;/);
    expect(csv.trim().split('\r\n')).toHaveLength(json.length + 1);
  });

  it('names both school years when the file is of another one, and takes it with --year', async () => {
    const { kysely } = current.server.test.database;
    await kysely
      .updateTable('school_years')
      .set({ begins_at: '2020-08-01', ends_at: '2021-07-15', name: '2020 / 2021' })
      .where('school_id', '=', current.school.id)
      .execute();
    const over = await upload(ROWS, '--yes');
    expect(over).toMatchObject({
      code: 1,
      result: { published: false, error: { code: 'school_year_over', file: null } },
    });
    expect(over.stderr).toContain('2020 / 2021');
    expect(over.stderr).toContain('2026 / 2027');
    expect(await upload(ROWS, '--yes', '--year', '2020/21')).toMatchObject({ code: 0, result: { published: true } });
  });

  it('says of an unknown format which ones are known, and asks nobody for the file', async () => {
    write('letter.txt', 'Dear parents, the summer party is on Friday.');
    const { code, stdout, stderr } = await run(['timetable', 'upload', 'letter.txt', '--yes', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'unknown_format', file: 'letter.txt' });
    expect(stderr).toMatch(/Known are: Untis .*CSV/);
    expect(stderr).not.toMatch(/send/);
  });

  it('says which tables a database has, takes the one that is named, and needs no word for the next [D-3.08]', async () => {
    const columns = ['Klasse', 'Lehrer', 'Fach', 'Tag', 'Stunde'];
    const bytes = accessFile([{ name: 'Der Plan', columns, rows: [['7a', 'Bg', 'MA', 1, 2]] }]);
    const file = write('time.mdb', bytes);
    const asked = await run(['timetable', 'upload', file, '--yes']);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain("--table 'Der Plan' --column 'classes=Klasse' --column 'teachers=Lehrer'");
    const named = [
      '--table',
      'Der Plan',
      ...['weekday=Tag', 'period=Stunde', 'subject=Fach', 'classes=Klasse'].flatMap((one) => ['--column', one]),
    ];
    const wrong = await run(['timetable', 'upload', file, '--yes', ...named, '--column', 'day=Tag']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('day=Tag')]);
    const taken = await run(['timetable', 'upload', file, '--yes', '--json', ...named]);
    expect(JSON.parse(taken.stdout)).toMatchObject({ published: true, counts: { lessons: 1, teachers: 0 } });
    const next = write('next.mdb', accessFile([{ name: 'Der Plan', columns, rows: [['7a', 'Bg', 'MA', 2, 2]] }]));
    expect(await run(['timetable', 'upload', next, '--yes', '--replace'])).toMatchObject({ code: 0 });
  });

  it('counts uploads per school', async () => {
    await upload(ROWS, '--yes');
    expect((await run(['timetable', 'status', '1'])).stdout).toContain('Upload 1: published');
    expect((await run(['timetable', 'status', '77'])).stderr).toContain('no upload 77');
  });

  it('tells what happened when Ctrl-C comes while it publishes [D-3.03]', async () => {
    const { pool } = current.server.test.database;
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select 1 from school_years where school_id = $1 for update', [current.school.id]);
    const running = current.cli.start(['timetable', 'upload', plan(ROWS), '--yes', '--json'], as('admin'));
    await expect.poll(() => countWaiting(pool), { timeout: 30_000 }).toBeGreaterThan(0);
    running.process.kill('SIGINT');
    await running.says('Publishing cannot be called off');
    await other.query('rollback');
    other.release();
    const ended = await running.ended;
    expect(ended.code).toBe(130);
    expect(JSON.parse(ended.stdout)).toMatchObject({ published: true, error: { code: 'interrupted' } });
    expect(ended.stderr).toContain('upload 1 is published');
    expect(await states()).toEqual(['PUBLISHED']);
  });

  it('publishes what it was shown, and looks again when somebody else was faster', async () => {
    const { pool } = current.server.test.database;
    await publishPlan(current.server, await admin(), [HEAD, ...ROWS]);
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select 1 from school_years where school_id = $1 for update', [current.school.id]);
    const running = current.cli.start(['timetable', 'upload', plan(inRoom('9')), '--yes', '--replace'], as('admin'));
    await expect.poll(() => countWaiting(pool), { timeout: 30_000 }).toBeGreaterThan(0);
    await other.query('update school_years set revision = revision + 1 where school_id = $1', [current.school.id]);
    await other.query('commit');
    other.release();
    const ended = await running.ended;
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('Another plan was published in the meantime');
    expect(await states()).toEqual(['PUBLISHED', 'PUBLISHED']);
  });
});

describe('kreide timetable upload --watch', () => {
  it('writes its times in the school’s time zone, whatever the machine’s is', async () => {
    const folder = join(current.cli.home, 'exports');
    mkdirSync(folder);
    write('exports/plan.csv', [HEAD, ...ROWS, ''].join('\n'));
    const args = ['timetable', 'upload', '--watch', folder, '--settle', '0.2', '--yes', '--json'];
    const watcher = current.cli.start(args, { ...as('admin'), TZ: 'Asia/Tokyo' });
    await watcher.says('New export');
    await expect.poll(() => watcher.lines()).toHaveLength(1);
    watcher.process.kill('SIGINT');
    const { stderr } = await watcher.ended;
    const hour = Number(/(\d\d):\d\d:\d\d New export/.exec(stderr)?.[1]);
    const inBerlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' });
    const passed = (Number(inBerlin.format(new Date())) - hour + 24) % 24;
    expect(passed, stderr).toBeLessThanOrEqual(1);
  });
});

describe('kreide', () => {
  it('says at once that a server is out of reach, without trying again for long [D-3.12]', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const before = performance.now();
    const away = await run(['timetable', 'status', '--json'], as('admin', `http://127.0.0.1:${port}`));
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(away.code).toBe(1);
    expect(away.stderr).toContain('connection refused');
    expect(JSON.parse(away.stdout).error).toMatchObject({ code: 'unreachable', file: null });
  });

  it('whoami lists several sign-ins when none is chosen [D-3.02]', async () => {
    const { KREIDE_SERVER, KREIDE_SCHOOL, KREIDE_PASSWORD } = as('admin');
    for (const school of [KREIDE_SCHOOL, 'amsel-1'])
      await current.cli.run(
        ['login', '--password-stdin', '--server', KREIDE_SERVER, '--school', school, '--username', 'admin'],
        {},
        KREIDE_PASSWORD,
      );
    const who = await current.cli.run(['whoami', '--json'], {});
    expect(who.code, who.stderr).toBe(0);
    expect(
      JSON.parse(who.stdout)
        .others.map(({ school }: { school: string }) => school)
        .sort(),
    ).toEqual(['amsel-1', KREIDE_SCHOOL].sort());
    expect((await current.cli.run(['whoami'], {})).stdout).toContain('Several sign-ins are stored');
  });

  it('publishes the plans of several days together, and leaves the other days alone when one comes again [D-3.08]', async () => {
    const folder = join(current.cli.home, 'exports');
    mkdirSync(folder);
    const writeDay = (day: number, room: string) =>
      write(
        `exports/PlanKl202611${day}.xml`,
        `<VpMobil><Kopf><planart>K</planart><datei>PlanKl202611${day}.xml</datei></Kopf><Klassen><Kl><Kurz>5a</Kurz>
        <KlStunden><KlSt ZeitVon="08:00" ZeitBis="08:45">1</KlSt></KlStunden>
        <Unterricht><Ue><UeNr UeLe="Abl" UeFa="MA">1</UeNr></Ue></Unterricht>
        <Pl><Std><St>1</St><Fa>MA</Fa><Le>Abl</Le><Ra>${room}</Ra><Nr>1</Nr></Std></Pl></Kl></Klassen></VpMobil>`,
      );
    const published = async () => {
      const { rows } = await current.server.test.database.pool.query(
        `select concat_ws(' ', l.dates[1], b.shortcut) as line from lessons l
           join school_years y on y.school_id = l.school_id and y.published_version_id = l.version_id
           join bookables b on b.school_id = l.school_id and b.id = any (l.bookable_ids)
         where l.school_id = $1 order by 1`,
        [current.school.id],
      );
      return rows.map(({ line }) => line);
    };
    for (const day of [16, 17, 18]) writeDay(day, 'R1');
    const args = ['timetable', 'upload', '--watch', folder, '--settle', '0.5', '--yes', '--replace', '--json'];
    const watcher = current.cli.start(args, as('admin'));
    await expect.poll(published).toEqual(['2026-11-16 R1', '2026-11-17 R1', '2026-11-18 R1']);
    writeDay(17, 'R2');
    await expect.poll(published).toEqual(['2026-11-16 R1', '2026-11-17 R2', '2026-11-18 R1']);
    watcher.process.kill('SIGINT');
    await watcher.ended;
  });
});

describe('a program with upload credentials', () => {
  async function credentials() {
    const token = await admin();
    const { id, slink } = current.school;
    const path = `/v1/schools/${id}/source/credentials-internal`;
    const { body } = await current.server.request('POST', path, { token, body: { password: PASSWORD } });
    return {
      KREIDE_SERVER: current.server.url,
      KREIDE_SCHOOL: slink,
      KREIDE_USERNAME: body.data.username as string,
      KREIDE_UPLOAD_PASSWORD: body.data.password as string,
    };
  }

  it('brings plans, and is refused those that are published until the hashes are reset [T-7.22] [T-7.24]', async () => {
    const env = await credentials();
    const bring = () => run(['timetable', 'upload', plan(ROWS), '--yes', '--json'], env);
    const first = await bring();
    expect(first.code, first.stderr).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ published: true });
    const again = await bring();
    expect(again).toMatchObject({ code: 1 });
    expect(JSON.parse(again.stdout).error).toMatchObject({ code: 'unchanged_files' });
    const reset = await run(['timetable', 'reset-hashes'], env);
    expect(reset).toMatchObject({ code: 0, stdout: 'The files of 1 upload count as new again.\n' });
    expect(JSON.parse((await bring()).stdout)).toMatchObject({ published: false, error: null });
  });

  it('reads the files of an upload again, and sees the uploads [T-7.25] [T-7.26] [D-3.09]', async () => {
    const env = await credentials();
    await run(['timetable', 'upload', plan(ROWS), '--yes'], env);
    const made = await run(['timetable', 'reprocess', '1'], env);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toContain('Upload 2 is being read.');
    expect(await states()).toHaveLength(2);
    expect((await run(['timetable', 'status'], env)).stdout).toContain('plan.csv');
  });

  it('may do nothing else, and says so [T-7.22]', async () => {
    const { KREIDE_USERNAME, ...rest } = await credentials();
    const nameless = await run(['timetable', 'status'], { ...rest });
    expect(nameless).toMatchObject({ code: 2 });
    expect(nameless.stderr).toContain('KREIDE_UPLOAD_PASSWORD needs KREIDE_USERNAME beside it.');
    const undone = await run(['timetable', 'undo', '--yes'], { ...rest, KREIDE_USERNAME });
    expect(undone.code).not.toBe(0);
  });
});
