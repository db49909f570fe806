import { Command, type CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Cli } from '../cli.ts';
import { registerUpload } from '../commands/timetable-upload.ts';
import { toAnchor, toDateText, toSchoolYear } from './choices.ts';
import { toKey, toUploadKey } from './export-files.ts';
import { parseGrid } from './grid.ts';
import { toReading } from './reading.ts';

describe('choices of an upload', () => {
  it.each([
    ['2026/27', '2026 / 2027'],
    ['2026 / 2027', '2026 / 2027'],
    ['2026-2027', '2026 / 2027'],
    ['2026', '2026 / 2027'],
    ['1999/00', '1999 / 2000'],
    ['2026/28', null],
    ['next', null],
  ])('reads %j as the school year %j', (text, year) => expect(toSchoolYear(text)).toBe(year));

  it('reads dates of both writings and knows the Monday that was meant [D-3.08]', () => {
    expect(toDateText('31.8.2026')).toBe('2026-08-31');
    expect(toDateText('2026-02-30')).toBeNull();
    expect(toAnchor('2026-08-31')).toEqual({ date: '2026-08-31' });
    expect(toAnchor('2026-09-02')).toEqual({ monday: '2026-08-31' });
    expect(toAnchor('soon')).toBeNull();
  });
});

describe('period times', () => {
  it('come from CSV with any of the usual delimiters and heads, or from JSON [D-3.08] [D-3.13]', () => {
    const times = [
      { hour: '1', weekday: null, begins_at: '07:45', ends_at: '08:30' },
      { hour: '1', weekday: 5, begins_at: '08:00', ends_at: '08:40' },
    ];
    expect(parseGrid('\uFEFFStunde;Tag;von;bis\r\n1;;7:45;8:30\r\n1;5;8:00;8:40\r\n')).toEqual({ times });
    expect(parseGrid('hour,weekday,begins_at,ends_at\n1,,07:45,08:30\n\n1,5,08:00,08:40')).toEqual({ times });
    expect(parseGrid(JSON.stringify(times))).toEqual({ times });
  });

  it('are refused with line and field', () => {
    const head = 'hour;weekday;begins_at;ends_at\n';
    expect(parseGrid(`${head}1;;7:45;8:30\n2;8;8:35;9:20`)).toMatchObject({ problem: { row: 3, field: 'weekday' } });
    expect(parseGrid(`${head}1;;8:30;7:45`)).toMatchObject({ problem: { row: 2, field: 'ends_at', value: '7:45' } });
    expect(parseGrid('a;b\n1;2')).toMatchObject({ problem: { field: 'file' } });
    expect(parseGrid('[{')).toMatchObject({ problem: { field: 'file' } });
    expect(parseGrid('[null]')).toMatchObject({ problem: { row: 1, field: 'hour' } });
  });
});

describe('the key of an upload', () => {
  const about = {
    school: 's',
    place: ['host', '/home/a', 'publish'],
    files: [
      { name: 'a', hash: '1' },
      { name: 'b', hash: '2' },
    ],
    fields: { source: 'csv', anchor: undefined },
    day: '2026-11-18',
    generation: 4,
  };
  it('stays the same for the same export of one day, in whatever order it is named [D-3.12]', () => {
    const same = { ...about, files: about.files.toReversed(), fields: { source: 'csv' } };
    expect(toUploadKey(same)).toBe(toUploadKey(about));
    expect(toUploadKey(about)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
  it('differs for another school, device or purpose, content, option, day, or after an upload has ended [D-3.12]', () => {
    const others = [
      { ...about, school: 't' },
      { ...about, place: ['host', '/home/a', 'dry run'] },
      { ...about, files: [{ name: 'a', hash: '1' }] },
      { ...about, fields: { source: 'asc' } },
      { ...about, day: '2026-11-19' },
      { ...about, generation: 5 },
    ];
    expect(new Set([about, ...others].map(toUploadKey)).size).toBe(7);
    expect(toKey(['publish', 'u', true])).not.toBe(toKey(['publish', 'u', false]));
  });
});

describe('the days of a file', () => {
  const t = ((key: string, params: object) => `${key} ${JSON.stringify(params)}`) as unknown as Parameters<
    typeof toReading
  >[0]['t'];

  it('are said by the first one, or each by its weekday', () => {
    expect(toReading({ t }, { firstDay: 'sunday' })).toEqual({ kind: 'days', weekdays: [7] });
    expect(toReading({ t }, { days: 'Monday, thursday' })).toEqual({ kind: 'days', weekdays: [1, 4] });
    for (const alone of [{ monday: '0' as const }, { column: ['weekday=Tag'] }])
      expect(() => toReading({ t }, alone)).toThrow('upload.columnNeedsTable');
    for (const days of ['monday,monday', 'monday,', 'Montag'])
      expect(() => toReading({ t }, { days })).toThrow(`upload.badDays {"value":"${days}"`);
  });

  it('are said in one way only, and of no file whose table or periods are said', () => {
    const cli = { t, json: { fields: {} }, terminal: { isInteractive: true } } as unknown as Cli;
    const refused = (...options: string[]) => {
      const timetable = new Command();
      registerUpload(timetable, cli, () => undefined);
      const upload = timetable.commands[0]!.exitOverride().configureOutput({ outputError: () => undefined });
      upload.action(() => undefined);
      try {
        upload.parse(options, { from: 'user' });
      } catch (error) {
        return (error as CommanderError).code;
      }
    };
    const days = [
      ['--first-day', 'sunday'],
      ['--days', 'monday,friday'],
    ];
    const others = [
      ['--periods', 'place'],
      ['--table', 'Plan'],
      ['--column', 'weekday=Tag'],
      ['--monday', '0'],
    ];
    for (const one of days) {
      expect(refused(...one)).toBeUndefined();
      for (const other of others)
        expect([one, other, refused(...one, ...other)]).toContain('commander.conflictingOption');
    }
    expect(refused(...days.flat())).toBe('commander.conflictingOption');
    expect(refused(...others.slice(1).flat())).toBeUndefined();
  });
});
