import type { ReadingAnswer, Upload } from '@kreide/core/features/timetable-import';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessFile } from '../../../../../tests/support/access-file.ts';
import { publishUpload, uploadPlan } from '../../../../../tests/support/imports.ts';
import { type BuiltSchool, buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { startTestServer, type TestServer } from '../../../../../tests/support/server.ts';

let server: TestServer;
let school: BuiltSchool;
let admin: string;
let schools = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  schools += 1;
  school = await buildSchool(server.test.database.kysely, `time-${schools}`);
  await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
  admin = await signIn(server, school.slink, 'admin');
});
afterAll(() => server.stop());

const COLUMNS = ['Klasse', 'Lehrer', 'Fach', 'Raum', 'Wann', 'Stunde'];
const timeFile = (...rows: (string | number)[][]) =>
  accessFile([
    { name: 'Plan', columns: COLUMNS, rows },
    { name: 'Mensa', columns: ['Tag', 'Essen'], rows: [[1, 'Suppe']] },
  ]);
const FIRST = timeFile(['5ä', 'Mü', 'D', 'R 5b', 1, 3], ['6b', 'Süß', 'Sp', 'Halle', 5, 1]);
const ANSWER: ReadingAnswer = {
  kind: 'table',
  table: 'Plan',
  monday: 1,
  columns: { classes: 'Klasse', teachers: 'Lehrer', subject: 'Fach', rooms: 'Raum', weekday: 'Wann', period: 'Stunde' },
};
const upload = (bytes: Uint8Array, fields: Record<string, string> = {}) =>
  uploadPlan(server, admin, bytes, { name: 'time.mdb', ...fields });
const path = ({ uuid }: Pick<Upload, 'uuid'>, rest = '') => `/v1/timetable-service/uploads/${uuid}${rest}`;
const ask = (method: string, of: Pick<Upload, 'uuid'>, rest?: string, body?: unknown) =>
  server.request(method, path(of, rest), { token: admin, body });
const choose = (of: Pick<Upload, 'uuid'>, answer: ReadingAnswer) => ask('PUT', of, '/reading', { answer });
async function whenRead(of: Pick<Upload, 'uuid'>): Promise<Upload> {
  for (;;) {
    const { body } = await ask('GET', of);
    if (!['QUEUED', 'PROCESSING'].includes(body.data.state)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('files that can be read in several ways', () => {
  it('wait for an answer, which counts for all later files of the same tables', async () => {
    const waiting = await upload(FIRST);
    expect(waiting).toMatchObject({
      state: 'FAILED',
      asks: 'table',
      failure: { code: 'reading_undecided', file: 'time.mdb' },
      can: { choose_reading: 1, publish: 0 },
    });
    const asked = await ask('GET', waiting, '/reading');
    expect(asked.status, asked.text).toBe(200);
    expect(asked.body.data).toMatchObject({
      kind: 'table',
      said: { periods: null, table: null },
      tables: [{ name: 'Plan', rows: 2, proposed: { classes: 'Klasse' } }, { name: 'Mensa' }],
    });
    const chosen = await choose(waiting, ANSWER);
    expect(chosen.status, chosen.text).toBe(200);
    expect(chosen.body.data).toMatchObject({ state: 'QUEUED', error: null });
    const ready = await whenRead(waiting);
    expect(ready).toMatchObject({
      state: 'READY',
      source: 'time2007',
      format: 'time2007-access',
      asks: 'table',
      changes: { lessons: { added: 2 }, parts: { grades: { added: 2 }, teachers: { added: 2 } } },
    });
    await publishUpload(server, admin, ready);

    const later = await upload(timeFile(['5ä', 'Mü', 'D', 'R 5b', 2, 3], ['6b', 'Süß', 'Sp', 'Halle', 5, 1]));
    expect(later).toMatchObject({ state: 'READY', changes: { lessons: { added: 0, changed: 1, removed: 0 } } });
    expect((await ask('GET', later, '/reading')).body.data.said.table).toEqual(ANSWER);

    // Somebody sees that it was meant otherwise: the same upload is read once more.
    expect((await choose(later, { ...ANSWER, monday: 0 })).status).toBe(200);
    const again = await whenRead(later);
    expect(again).toMatchObject({ state: 'READY', changes: { lessons: { changed: 2 } } });
    // A published one is what it is.
    await publishUpload(server, admin, again);
    expect((await choose(again, ANSWER)).body.error.code).toBe('reading_not_asked');
  });

  it('are asked about again by another school, for other tables, and after a choice about columns that are not there', async () => {
    const waiting = await upload(FIRST);
    const wrong = await choose(waiting, { ...ANSWER, columns: { ...ANSWER.columns, subject: 'Thema' } });
    expect([wrong.status, wrong.body.error.issues[0].path]).toEqual([422, 'body.answer']);
    expect((await choose(waiting, { kind: 'periods', reading: 'number' })).status).toBe(422);
    await choose(waiting, ANSWER);
    await whenRead(waiting);
    expect(
      await upload(accessFile([{ name: 'Plan', columns: COLUMNS, rows: [['5a', '', 'D', '', 1, 1]] }])),
    ).toMatchObject({ state: 'FAILED', asks: 'table' });
    const other = await buildSchool(server.test.database.kysely, `other-${schools}`);
    await buildUser(server.test.database.kysely, other.id, 'admin', 'ADMIN');
    const token = await signIn(server, other.slink, 'admin');
    const theirs = await uploadPlan(server, token, FIRST, { name: 'time.mdb' });
    expect(theirs).toMatchObject({ state: 'FAILED', asks: 'table' });
  });

  it('are read as the upload says, which is kept when it is published and not before', async () => {
    const reading = JSON.stringify(ANSWER);
    const shown = await upload(FIRST, { reading });
    expect(shown.state).toBe('READY');
    expect((await upload(FIRST)).state).toBe('FAILED');
    await publishUpload(server, admin, shown);
    expect((await upload(FIRST)).state).toBe('READY');
    for (const [value, rule] of [
      ['{', 'format'],
      ['{"kind":"table"}', 'required'],
    ]) {
      const form = new FormData();
      form.append('reading', value ?? '');
      form.append('files', new Blob([new Uint8Array(FIRST)]), 'time.mdb');
      const refused = await server.request('POST', '/v1/timetable-service/upload', { token: admin, body: form });
      expect(refused.status).toBe(422);
      expect(refused.body.error.issues[0]).toMatchObject({ path: expect.stringMatching(/^body\.reading/), rule });
    }
  });

  it('are plans whose days have names of their own, asked once for all that name them the same', async () => {
    const days = ['Day A', 'Day B'].map((name, at) => `<daysdef name="${name}" days="${at === 0 ? '10' : '01'}"/>`);
    const plan = (period: number) => `<timetable importtype="database"><periods><period period="1" starttime="8:00"
      endtime="8:45"/><period period="2" starttime="9:00" endtime="9:45"/></periods><daysdefs>${days.join('')}</daysdefs>
      <classes><class id="K1" short="7a" name="7a"/></classes><lessons><lesson id="L1" classids="K1"/></lessons>
      <cards><card lessonid="L1" period="${period}" days="01"/></cards></timetable>`;
    const file = { name: 'plan.xml' };
    const waiting = await uploadPlan(server, admin, plan(1), file);
    expect(waiting).toMatchObject({ state: 'FAILED', asks: 'days' });
    expect((await ask('GET', waiting, '/reading')).body.data).toMatchObject({ kind: 'days', days: ['Day A', 'Day B'] });
    expect((await choose(waiting, { kind: 'days', weekdays: [1, 1] })).status).toBe(422);
    expect((await choose(waiting, { kind: 'days', weekdays: [1, 2, 3] })).status).toBe(422);
    await choose(waiting, { kind: 'days', weekdays: [7] });
    expect((await whenRead(waiting)).state).toBe('READY');
    const later = await uploadPlan(server, admin, plan(2), file);
    expect(later).toMatchObject({ state: 'READY', asks: 'days' });
    expect((await ask('GET', later, '/reading')).body.data.said.days).toEqual([7, 1]);
  });

  it('keep nothing to ask about once they are dropped', async () => {
    const waiting = await upload(FIRST);
    expect((await ask('POST', waiting, '/discard')).body.data).toMatchObject({ state: 'DISCARDED', asks: null });
    expect((await ask('GET', waiting, '/reading')).body.data).toBeNull();
    expect((await choose(waiting, ANSWER)).body.error.code).toBe('reading_not_asked');
  });

  it('are project files of Untis too, whose master data comes without the lessons where nobody knows', async () => {
    const lines = [
      'AA02 20260803 20270730 2 5 8  2  0  00 0  0   0     2         DE',
      '00L ,Mü,"Müller"',
      '0pU ,1-',
      'PE ,1-',
      '0U ,7,,',
      'Uf ,,"D"',
      'Uk ,,"5ä"',
      'Ul ,,"Mü"',
      'UZ00 ,1/3,,"R 5b"',
      '',
    ];
    const waiting = await uploadPlan(server, admin, lines.join('\r\n'), { name: 'schule.gpn' });
    expect(waiting).toMatchObject({ state: 'FAILED', asks: 'periods' });
    expect((await ask('GET', waiting, '/reading')).body.data).toMatchObject({ first_period: 0 });
    await choose(waiting, { kind: 'periods', reading: 'none' });
    const without = await whenRead(waiting);
    expect(without).toMatchObject({
      state: 'READY',
      source: 'untis',
      format: 'untis-gpn',
      changes: { lessons: { added: 0 }, parts: { teachers: { added: 1 } } },
    });
    await choose(without, { kind: 'periods', reading: 'place' });
    await whenRead(without);
    const { rows } = (await ask('GET', without, '/changes')).body.data;
    expect(rows.find(({ of }: { of: string }) => of === 'lesson')?.after).toMatch(/2/);
  });
});
