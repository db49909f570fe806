import type { ParseOptions } from '@kreide/core/features/timetable-import';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../parser.ts';
import { csvParser } from './index.ts';

const fileOf = (content: string, name = 'changes.csv') => ({ name, bytes: new TextEncoder().encode(content) });
const HEADER =
  'id;date;period;start;end;kind;classes;teachers;new_teachers;subject;new_subject;rooms;new_rooms;moved_date;moved_period;text;hidden';
const parseRows = (rows: string, options: ParseOptions = {}) =>
  csvParser.parse([fileOf(`${HEADER}\n${rows}`)], options);

describe('substitutions from CSV', () => {
  it('reads a changed teacher, subject and room as a substitution without a kind', () => {
    const plan = parseRows('1;14.09.2026;3;;;;7a,7b;We;Ke~Lo;Ma;Deu;R1;R 5b;;;Bitte Zirkel;1\n');
    expect(plan.substitutions).toEqual([
      {
        external_id: '1',
        date: '2026-09-14',
        hour: '3',
        begins_at: null,
        ends_at: null,
        kind: null,
        lesson: null,
        from: { subject: 'Ma', grades: ['7a', '7b'], teachers: ['We'], bookables: ['R1'] },
        to: { subject: 'Deu', grades: null, teachers: ['Ke', 'Lo'], bookables: ['R 5b'] },
        comment: 'Bitte Zirkel',
        is_hidden: true,
        counterpart: null,
        moved_comment: null,
      },
    ]);
    expect(plan.teachers.map((teacher) => teacher.code)).toEqual(['We', 'Ke', 'Lo']);
    expect(plan.bookables.map((room) => room.code)).toEqual(['R1', 'R 5b']);
    expect(plan.scope).toEqual({
      complete: [],
      lessons: 'none',
      substitutions: { from: '2026-09-14', to: '2026-09-14' },
    });
  });

  it('knows the kinds by English and German words, and nobody by a dash', () => {
    const words = ['cancelled', 'Entfall', 'fällt aus', 'Zusatz', 'Veranstaltung', 'Hinweis', 'Vertretung'];
    const rows = words.map((word, index) => `${index};2026-09-1${index};1;;;${word};7a;We;-;Ma;;;---;;;Text;nein`);
    const plan = parseRows(rows.join('\n'));
    expect(plan.substitutions.map((substitution) => substitution.kind)).toEqual([
      'CANCLED',
      'CANCLED',
      'CANCLED',
      'ADDITIONAL',
      'EVENT',
      'MESSAGE',
      null,
    ]);
    expect(plan.substitutions[6]?.to).toEqual({ subject: null, grades: null, teachers: [], bookables: [] });
    expect(plan.scope.substitutions).toEqual({ from: '2026-09-10', to: '2026-09-16' });
  });

  it('makes both ends of a move out of one row', () => {
    const plan = parseRows('m;2026-09-14;3-4;;;verlegt;7a;We;;Ma;;R1;R2;2026-09-16;7-8;;\n');
    const ends = plan.substitutions.map(({ external_id, kind, date, hour, counterpart }) => [
      external_id,
      kind,
      date,
      hour,
      counterpart?.external_id,
      counterpart?.date,
      counterpart?.hour,
    ]);
    expect(ends).toEqual([
      ['m:3', 'MOVED_TO', '2026-09-14', '3', 'm:3:arrival', '2026-09-16', '7'],
      ['m:3:arrival', 'MOVED_FROM', '2026-09-16', '7', 'm:3', '2026-09-14', '3'],
      ['m:4', 'MOVED_TO', '2026-09-14', '4', 'm:4:arrival', '2026-09-16', '8'],
      ['m:4:arrival', 'MOVED_FROM', '2026-09-16', '8', 'm:4', '2026-09-14', '4'],
    ]);
    expect(plan.substitutions[1]?.to).toEqual({ subject: 'Ma', grades: ['7a'], teachers: ['We'], bookables: ['R2'] });
    expect(plan.counts.substitutions).toBe(1);
  });

  it('names every bad row and keeps the good ones', () => {
    const plan = parseRows(
      [
        '1;2026-09-14;3;;;entfall;7a;We;;Ma;;;;;;;',
        '1;2026-09-14;4;;;entfall;7a;We;;Ma;;;;;;;',
        ';;3;;;entfall;7a;We;;Ma;;;;;;;',
        ';2026-13-01;3;;;entfall;7a;We;;Ma;;;;;;;',
        ';2026-09-14;3;;;Regen;7a;We;;Ma;;;;;;;',
        ';2026-09-14;;;;entfall;7a;We;;Ma;;;;;;;',
        ';2026-09-14;3;;;verlegt;7a;We;;Ma;;;;;;;',
        ';2026-09-14;3;;;verlegt;7a;We;;Ma;;;;;Montag;;',
        ';2026-09-14;3;;;;7a;We;;Ma;;;;;;;',
        ';2026-09-14;3;;;Hinweis;7a;;;;;;;;;;',
        ';2026-09-14;3;;;entfall;7a;We;;Ma;;;;;;;vielleicht',
        ';2029-09-14;3;;;entfall;7a;We;;Ma;;;;;;;',
        ';2026-09-15;;;;Veranstaltung;7a;;;;;;;;;Wandertag;',
      ].join('\n'),
      { school_year: { begins_at: '2026-09-01', ends_at: '2027-07-31' } },
    );
    expect(plan.rejected.map(({ row, column, value, reason }) => [row, column, value, reason])).toEqual([
      [3, 'id', '1', 'duplicate_id'],
      [4, 'date', null, 'missing_value'],
      [5, 'date', '2026-13-01', 'bad_date'],
      [6, 'kind', 'Regen', 'unknown_kind'],
      [7, 'period', null, 'missing_value'],
      [8, 'moved_date', null, 'missing_value'],
      [9, 'moved_period', 'Montag', 'bad_period'],
      [10, 'new_teachers', null, 'missing_value'],
      [11, 'text', null, 'missing_value'],
      [12, 'hidden', 'vielleicht', 'bad_flag'],
      [13, 'date', '2029-09-14', 'outside_school_year'],
    ]);
    expect(plan.substitutions.map(({ kind, hour }) => [kind, hour])).toEqual([
      ['CANCLED', '3'],
      ['EVENT', null],
    ]);
  });

  it('gives rows without id a key that stays', () => {
    const row = ';2026-09-14;3;;;entfall;7b,7a;We;;Ma;;;;;;;';
    const [first] = parseRows(row).substitutions;
    const [second] = parseRows(
      `;2026-09-14;1;;;entfall;5a;;;;;;;;;;\n${row.replace('7b,7a', '7a,7b')}`,
    ).substitutions.slice(1);
    expect(first?.external_id).toBe(second?.external_id);
  });

  it('reads lessons and substitutions of one upload together', () => {
    const lessons = fileOf('Klasse;Fach;Tag;Stunde\n7a;Ma;1;1\n', 'lessons.csv');
    const changes = fileOf(`${HEADER}\n1;2026-09-14;3;;;entfall;7a;We;;Ma;;;;;;;\n`);
    const plan = csvParser.parse([lessons, changes], {});
    expect(plan.counts).toMatchObject({ lessons: 1, placements: 1, substitutions: 1, grades: 1, subjects: 1 });
    expect(plan.scope).toMatchObject({ lessons: 'all', substitutions: { from: '2026-09-14' } });
  });

  it('refuses and does not recognise a file without a heading of ours', () => {
    const file = fileOf('1;"09a";"Wi";"GE";"229";2;6;;\n');
    expect(csvParser.recognise([file])).toBe(0);
    expect(() => csvParser.parse([file], {})).toThrow(UnreadableFile);
    for (const other of ['', 'name;email\na;b\n', '{"date":1}']) expect(csvParser.recognise([fileOf(other)])).toBe(0);
  });
});
