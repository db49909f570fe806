import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { accessFile } from '../../../../../tests/support/access-file.ts';
import { unpackPlan } from './packed-plan.ts';
import { PARSE_LIMITS, parseInWorker } from './parse-in-worker.ts';

const MB = 1024 * 1024;
const fileOf = (content: string, name = 'plan.csv') => ({ name, bytes: new TextEncoder().encode(content) });
const CSV = 'Klasse;Fach;Tag;Stunde\n7a;Ma;1;1\n7a;Ma;Nie;1\n';

describe('parsing in a worker', () => {
  it('answers with the plan and leaves the calling thread its shared buffers', async () => {
    const pooled = Buffer.from(CSV);
    const answer = await parseInWorker([{ name: 'plan.csv', bytes: pooled }], {});
    expect(answer).toMatchObject({
      ok: true,
      plan: { format: 'csv', counts: { lessons: 1 }, rejected: [{ value: 'Nie', reason: 'unknown_weekday' }] },
    });
    expect(pooled.toString()).toBe(CSV);
  });

  it('packs the plan beside, as it is kept until somebody decides', async () => {
    const answer = await parseInWorker([fileOf(CSV)], {});
    if (!answer.ok) throw new Error(answer.failure.reason);
    expect(await unpackPlan(await answer.packed)).toEqual(answer.plan);
  });

  it.each([
    ['time2007', 'plan.dat', '\0\u0001\0\0no database', 'Time2007'],
    ['turboplaner', 'plan.exp', 'hello', 'Turboplaner'],
    ['pupil', 'plan.xlsx', 'PK, not what it says', 'Pupil'],
  ])('says what to send instead of a file of %s that nobody can read', async (source, name, content, program) => {
    const files = () => [fileOf(content, name)];
    expect(await parseInWorker(files(), {}, PARSE_LIMITS, source)).toMatchObject({
      ok: false,
      failure: { file: name, reason: 'program_unknown', params: { program } },
    });
    // What is the matter with a file that was to be read stays the answer, and so does a file in another shape.
    expect(await parseInWorker([fileOf('', name)], {}, PARSE_LIMITS, source)).toMatchObject({
      failure: { reason: 'empty' },
    });
    expect(await parseInWorker([fileOf(CSV)], {}, PARSE_LIMITS, source)).toMatchObject({ ok: true });
    expect(await parseInWorker(files(), {})).not.toMatchObject({ failure: { reason: 'program_unknown' } });
  });

  it('reads a text in the shape of GPU001 as Time2007 [T-3.86]', async () => {
    const rows = ['1,"5a","Mü","D","R 5b",1,1', '1,"5b","Mü","D","R 5b",1,1', '2,"5a","Ke","M","",2,3'];
    const file = { name: 'time.txt', bytes: new Uint8Array(Buffer.from(rows.join('\r\n'), 'latin1')) };
    expect(await parseInWorker([file], {}, PARSE_LIMITS, 'time2007')).toMatchObject({
      ok: true,
      plan: { format: 'untis-gpu', lessons: [{ grades: ['5a', '5b'], teachers: ['Mü'] }, { grades: ['5a'] }] },
    });
  });

  it('asks how a database is meant, and ends one whose pages go round in a circle', async () => {
    const tables = [{ name: 'Plan', columns: ['Klasse', 'Tag', 'Stunde'], rows: [['5a', 1, 1]] }];
    const bytes = accessFile(tables);
    const answer = await parseInWorker([{ name: 'plan.mdb', bytes: bytes.slice() }], {}, PARSE_LIMITS, 'time2007');
    expect(answer).toMatchObject({
      ok: false,
      failure: { file: 'plan.mdb', reason: 'reading_undecided' },
      asked: { question: { kind: 'table', tables: [{ name: 'Plan', rows: 1 }] }, answer: null },
    });
    // The definition of a table names itself as its next page.
    new DataView(bytes.buffer).setUint32(3 * 4096 + 4, 3, true);
    expect(await parseInWorker([{ name: 'plan.mdb', bytes }], {})).toMatchObject({
      ok: false,
      failure: { reason: 'access_broken' },
    });
  });

  it('unpacks archives of calendars', async () => {
    const calendar = (subject: string) =>
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${subject}\nDTSTART:20260907T080000\nDURATION:PT45M\nEND:VEVENT\nEND:VCALENDAR`;
    const bytes = zipSync({ '7a.ics': strToU8(calendar('Ma')), 'more/7b.ics': strToU8(calendar('De')) });
    expect(await parseInWorker([{ name: 'plan.zip', bytes }], {})).toMatchObject({
      ok: true,
      plan: { format: 'ical', lessons: [{ grades: ['7a'] }, { grades: ['7b'] }] },
    });
  });

  it('unpacks archives', async () => {
    const bytes = zipSync({ 'folder/plan.csv': strToU8(CSV) });
    expect(await parseInWorker([{ name: 'plan.zip', bytes }], {})).toMatchObject({
      ok: true,
      plan: { rejected: [{ file: 'plan.csv' }] },
    });
  });

  it.each<[string, { name: string; bytes: Uint8Array }, object]>([
    ['an unknown format', fileOf('hello', 'a.txt'), { file: 'a.txt', reason: 'unknown_format' }],
    ['an empty file', fileOf('', 'a.txt'), { file: 'a.txt', reason: 'empty' }],
    [
      'XML that was cut off',
      fileOf('<timetable importtype="x">\n<lessons>', 'a.xml'),
      { reason: 'xml_truncated', params: { line: 2 } },
    ],
    [
      'XML nested too deep',
      fileOf(`<timetable importtype="x">${'<a>'.repeat(100_000)}`, 'a.xml'),
      { reason: 'xml_too_deep' },
    ],
    [
      'a zip bomb',
      { name: 'bomb.zip', bytes: zipSync({ a: new Uint8Array(9 * MB) }) },
      { file: 'bomb.zip', reason: 'unpacked_too_large', params: { limit_mb: 4 } },
    ],
    [
      'a file of 65 MB',
      { name: 'big.csv', bytes: new Uint8Array(65 * MB) },
      { file: 'big.csv', reason: 'file_too_large' },
    ],
  ])('tells why it cannot read %s', async (_name, file, failure) => {
    const answer = await parseInWorker([file], {}, { ...PARSE_LIMITS, unpacked_bytes: 4 * MB });
    expect(answer).toMatchObject({ ok: false, failure });
  });

  it('survives a parser that runs out of memory', async () => {
    const rows = '7a;Ma;1;1;text of some length that differs\n'.repeat(400_000);
    const file = fileOf(`Klasse;Fach;Tag;Stunde;Text\n${rows}`);
    const answer = await parseInWorker([file], {}, { ...PARSE_LIMITS, heap_mb: 16 });
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'out_of_memory', params: { limit_mb: 16 } } });
  });

  it('ends one that holds too much outside of its heap, which is not full', async () => {
    const file = { name: 'plan.csv', bytes: new Uint8Array(60 * MB).fill(97) };
    const before = process.memoryUsage.rss();
    const answer = await parseInWorker([file], {}, { ...PARSE_LIMITS, memory_mb: 200 });
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'out_of_memory', params: { limit_mb: 200 } } });
    // The file, and once more while it was sent.
    expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(200);
    expect(await parseInWorker([fileOf(CSV)], {})).toMatchObject({ ok: true });
  });

  it('ends a parser that takes too long', async () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => `L${index};7a;Ma;1;1`).join('\n');
    const file = fileOf(`Id;Klasse;Fach;Tag;Stunde\n${rows}`);
    const answer = await parseInWorker([file], {}, { ...PARSE_LIMITS, milliseconds: 1 });
    expect(answer).toMatchObject({ ok: false, failure: { reason: 'too_slow' } });
  });

  it('turns a crash into a failure and goes on', async () => {
    const broken = { school_year: { begins_at: '2026-09-01', ends_at: '2027-07-31' }, grid: 5 } as never;
    const crash = await parseInWorker([fileOf('<timetable importtype="x"/>')], broken);
    expect(crash).toMatchObject({ ok: false, failure: { file: '', reason: 'parser_crashed' } });
    expect(await parseInWorker([fileOf(CSV)], {})).toMatchObject({ ok: true });
  });
});
