// features: auth

import { mkdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROWS, useCliSchool } from '../support/cli-school.ts';
import { startRelay } from '../support/relay.ts';
import { ROOT } from '../support/server.ts';

const { current, as, write, plan, states } = useCliSchool();

describe('kreide and a bad line', () => {
  it('picks an upload up again that was broken off, without doubling it [D-3.12]', async () => {
    await using relay = await startRelay(current.server.url);
    const env = as('admin', relay.address);
    const args = ['timetable', 'upload', plan(), '--yes', '--json'];
    relay.lose('POST /v1/timetable-service/upload', Number.POSITIVE_INFINITY);
    const first = current.cli.start(args, env);
    await expect.poll(() => relay.lost(), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    first.process.kill('SIGKILL');
    await first.ended;
    const uuid = await expect
      .poll(async () => (await uploads())[0], { timeout: 20_000 })
      .toMatchObject({ state: 'READY' })
      .then(async () => (await uploads())[0]?.uuid);
    const before = relay.lost();
    relay.lose('POST /v1/timetable-service/upload');
    relay.lose(`POST /v1/timetable-service/uploads/${uuid}/publish`);
    const again = await current.cli.run(args, env);
    expect(again).toMatchObject({ code: 0 });
    expect(JSON.parse(again.stdout)).toMatchObject({ published: true, changes: { added: 6 } });
    expect(relay.lost() - before).toBe(2);
    expect(await states()).toEqual(['PUBLISHED']);
  });

  const uploads = () =>
    current.server.test.database.kysely
      .selectFrom('timetable_uploads')
      .select(['uuid', 'state'])
      .where('school_id', '=', current.school.id)
      .execute();

  it('goes through the proxy of the environment, and past it for NO_PROXY [D-3.13]', async () => {
    await using proxy = await startRelay(current.server.url);
    const HTTP_PROXY = proxy.address;
    const env = { ...as('admin', 'http://kreide.invalid'), HTTP_PROXY };
    const run = await current.cli.run(['timetable', 'upload', plan(), '--yes', '--json'], env);
    expect(run.code).toBe(0);
    expect(proxy.requests.find((request) => request.startsWith('POST'))).toBe(
      'POST http://kreide.invalid/v1/auth/login',
    );
    const count = proxy.requests.length;
    const past = { ...as('admin'), HTTP_PROXY, NO_PROXY: '127.0.0.1' };
    expect((await current.cli.run(['whoami'], past)).code).toBe(0);
    expect(proxy.requests).toHaveLength(count);
  });
});

describe('kreide timetable upload --watch', () => {
  const filesOf = async () => {
    const rows = await current.server.test.database.kysely
      .selectFrom('timetable_uploads')
      .select('files')
      .where('school_id', '=', current.school.id)
      .orderBy('id')
      .execute();
    return rows.map(({ files }) => files.map(({ name }) => name).join(' '));
  };

  it('uploads finished exports as one, ignores unchanged content and survives failures [D-3.08]', async () => {
    const folder = join(current.cli.home, 'exports');
    mkdirSync(folder);
    const anHourAgo = Date.now() / 1000 - 3_600;
    utimesSync(join(current.cli.home, plan(ROWS.slice(1), 'exports/old.csv')), 1, 1);
    utimesSync(join(current.cli.home, plan(ROWS, 'exports/current.csv')), anHourAgo, anHourAgo);
    const args = ['timetable', 'upload', '--watch', folder, '--settle', '1.5', '--yes', '--replace', '--json'];
    const watch = current.cli.start(args, as('admin'));
    const reach = (...wanted: string[]) => expect.poll(states, { timeout: 20_000 }).toEqual(wanted);
    await reach('PUBLISHED');
    expect(await filesOf()).toEqual(['current.csv']);

    const untis = (name: string) => readFileSync(join(ROOT, 'examples/import-files/untis-gpu', name), 'latin1');
    write('exports/GPU001.TXT', untis('GPU001.TXT'));
    write('exports/GPU014.TXT', untis('GPU014.TXT'));
    write('exports/notes.pdf', 'no export');
    await reach('PUBLISHED', 'PUBLISHED');
    expect((await filesOf())[1]).toBe('GPU001.TXT GPU014.TXT');

    write('exports/draft.tmp', untis('GPU001.TXT'));
    renameSync(join(folder, 'draft.tmp'), join(folder, 'GPU001.TXT'));
    await watch.says('Content unchanged: GPU001.TXT');
    write('exports/GPU001.TXT', 'broken');
    await watch.says('GPU001.TXT: ');
    await reach('PUBLISHED', 'PUBLISHED', 'FAILED');
    plan(ROWS.slice(2), 'exports/current.csv');
    await reach('PUBLISHED', 'PUBLISHED', 'FAILED', 'PUBLISHED');
    // The server knows of the publication a moment before the command tells of it.
    await expect.poll(() => watch.lines().length, { timeout: 20_000 }).toBe(4);
    watch.process.kill('SIGINT');
    const { code, stdout } = await watch.ended;
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).published)).toEqual([true, true, false, true]);
  });
});
