import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { zipOfLarge } from '../../../../../tests/support/large-zip.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { type Importing, linesOf, savePeople, uploadPeople } from '../../../../../tests/support/people-imports.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let importing: Importing;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  schools += 1;
  const { kysely } = server.test.database;
  school = await buildSchool(kysely, `roster-${schools}`);
  await buildUser(kysely, school.id, 'admin', 'ADMIN');
  importing = { server, token: await signIn(server, school.slink, 'admin'), schoolId: school.id };
});

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;
const manifest = (users: string, version = '1.1') =>
  lines(
    'propertyName,value',
    'manifest.version,1.0',
    `oneroster.version,${version}`,
    `file.users,${users}`,
    `file.classes,${users}`,
    `file.enrollments,${users}`,
  );
const users = (...rows: string[]) =>
  lines('sourcedId,status,enabledUser,role,givenName,familyName,email,agentSourcedIds', ...rows);
const CLASSES = lines('sourcedId,status,title,classType', 'c1,,5a,homeroom');
const ENROLLMENTS = lines(
  'sourcedId,status,classSourcedId,userSourcedId,role',
  ...['u1', 'u2', 'u3'].map((id) => `e-${id},,c1,${id},student`),
);
const zip = (entries: Record<string, string>) =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)]))));
const set = (mode: string, ...rows: string[]) =>
  zip({
    'export/manifest.csv': manifest(mode),
    'export/users.csv': users(...rows),
    'export/classes.csv': CLASSES,
    'export/enrollments.csv': ENROLLMENTS,
  });
const send = (bytes: Uint8Array) =>
  uploadPeople(importing, new Uint8Array(bytes), { name: 'export.zip', source: 'sis' });
const ADA = 'u1,,true,student,Ada,Meier,,p1';
const BO = 'u2,,true,student,Bo,Klein,,';
const CY = 'u3,,true,student,Cy,Groß,,';
const UTA = 'p1,,true,guardian,Uta,Meier,uta@home.example,';
const people = async () => {
  const rows = await server.test.database.kysely
    .selectFrom('users')
    .select(['firstname', 'type', 'deleted_at'])
    .where('school_id', '=', school.id)
    .where('role', '!=', 'ADMIN')
    .orderBy('firstname')
    .execute();
  return rows.map(({ firstname, type, deleted_at }) => `${firstname} ${type}${deleted_at ? ' archived' : ''}`);
};

describe('OneRoster as zip', () => {
  it('makes pupils with class and guardians, and does nothing the second time [D-3.04] [D-6.10]', async () => {
    const run = await send(set('bulk', ADA, BO, CY, UTA));
    expect(run, JSON.stringify(run)).toMatchObject({
      state: 'READY',
      counts: { new: 4, rejected: 0 },
      new_classes: ['5a'],
      roles: [
        { type: 'STUDENT', people: 3 },
        { type: 'PARENT', people: 1 },
      ],
    });
    expect(run.notes.map(({ text }) => text)).toContain('Gelesen als OneRoster 1.1: alle Personen der Schule.');
    expect(await savePeople(importing, run)).toMatchObject({ state: 'SAVED' });
    expect(await people()).toEqual(['Ada STUDENT', 'Bo STUDENT', 'Cy STUDENT', 'Uta PARENT']);
    expect((await send(set('bulk', ADA, BO, CY, UTA))).counts).toMatchObject({ new: 0, changed: 0, unchanged: 4 });
  });

  it('of changes archives only whom it says to have left, and only when asked [D-3.06] [D-6.10]', async () => {
    await savePeople(importing, await send(set('bulk', ADA, BO, CY, UTA)));
    const changes = set('delta', 'u1,active,true,student,Ada,Meyer,,p1', 'u2,tobedeleted,true,student,Bo,Klein,,');
    const told = await send(changes);
    expect(told.counts).toMatchObject({ changed: 1, missing: 1, new: 0 });
    expect(told.many_missing).toBe(true);
    expect(await linesOf(importing, '?kind=missing')).toMatchObject([{ name: 'Klein, Bo' }]);
    await savePeople(importing, told);
    expect(await people()).toEqual(['Ada STUDENT', 'Bo STUDENT', 'Cy STUDENT', 'Uta PARENT']);
    const again = await send(changes);
    expect(await savePeople(importing, again, { archive_missing: true })).toMatchObject({ code: 'many_missing' });
    await savePeople(importing, again, { archive_missing: true, many_missing: true });
    expect(await people()).toEqual(['Ada STUDENT', 'Bo STUDENT archived', 'Cy STUDENT', 'Uta PARENT']);
  });

  it('of everybody makes those of its classes missing whom it does not name', async () => {
    await savePeople(importing, await send(set('bulk', ADA, BO, CY, UTA)));
    const run = await send(set('bulk', ADA, CY, UTA));
    expect(run.counts).toMatchObject({ missing: 1 });
    expect(await linesOf(importing, '?kind=missing')).toMatchObject([{ name: 'Klein, Bo' }]);
  });
});

describe('archives that are refused', () => {
  const refused = async (bytes: Uint8Array) => {
    const { state, error } = await send(bytes);
    return [state, error?.code, error?.text];
  };

  it('hold a file outside of their folder', async () => {
    for (const path of ['../users.csv', '/etc/users.csv', 'a/../../users.csv', '..\\users.csv', 'C:\\users.csv'])
      expect(await refused(zip({ [path]: users(ADA) })), path).toEqual([
        'FAILED',
        'zip_unsafe',
        `Das Archiv enthält eine Datei außerhalb seines Ordners: ${path.replaceAll('\\', '/')}. Es wird nicht gelesen.`,
      ]);
  });

  it('are larger unpacked than the limit, or hold too many files', async () => {
    const bomb = zipOfLarge([{ name: 'users.csv', piece: new Uint8Array(1024 * 1024), count: 257 }]);
    expect((await refused(bomb))[1]).toBe('unpacked_too_large');
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.csv`, 'a;b\n']));
    expect((await refused(zip(many)))[1]).toBe('too_many_entries');
    expect((await refused(zip({ 'in.zip': Buffer.from(zip({ a: 'x' })).toString('latin1') })))[0]).toBe('FAILED');
  });

  it('lack a file that they announce, have one twice, or are of another version', async () => {
    const files = { 'manifest.csv': manifest('bulk'), 'users.csv': users(ADA) };
    expect(await refused(zip(files))).toEqual([
      'FAILED',
      'roster_missing',
      'Eine Datei von OneRoster fehlt oder hat nicht die nötigen Spalten: classes.csv.',
    ]);
    const whole = { ...files, 'classes.csv': CLASSES, 'enrollments.csv': ENROLLMENTS };
    expect((await refused(zip({ ...whole, 'old/users.csv': users(BO) })))[1]).toBe('roster_twice');
    expect((await refused(zip({ ...whole, 'manifest.csv': manifest('bulk', '3.0') })))[1]).toBe('roster_version');
    expect((await refused(zip(files).subarray(0, 60)))[1]).toBe('zip_broken');
    expect(await people()).toEqual([]);
  });
});
