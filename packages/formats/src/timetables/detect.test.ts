import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { ascParser } from './asc/index.ts';
import { csvParser } from './csv/index.ts';
import { detectParser } from './detect.ts';
import { type Parser, UnreadableFile } from './parser.ts';
import { parsers } from './parsers.ts';

const fileOf = (content: string | Uint8Array, name = 'upload.txt') => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});
const ASC = fileOf('<?xml version="1.0"?><timetable importtype="database"/>', 'plan.csv');
const CSV = fileOf('Klasse;Fach;Tag;Stunde\n7a;Ma;1;1\n', 'plan.xml');

function failureOf(files: { name: string; bytes: Uint8Array }[], list: readonly Parser[] = parsers): UnreadableFile {
  try {
    detectParser(files, list);
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
  throw new Error('A parser was found.');
}

describe('telling files apart [T-3.91]', () => {
  it('goes by content, whatever the ending says', () => {
    expect(detectParser([ASC], parsers)).toBe(ascParser);
    expect(detectParser([CSV], parsers)).toBe(csvParser);
    expect(detectParser([CSV, { ...CSV, name: 'more.csv' }], parsers)).toBe(csvParser);
  });

  it.each([
    ['\uFEFF\n\nBEGIN:VCALENDAR\r\n', 'ical'],
    ['{"about":{"schemaVersion":"6"},"result":{"displaySchedule":{}}}', 'davinci-json'],
    ['<?xml version="1.0"?><!-- FET --><fet version="5"/>', 'fet'],
    ['<HighSchoolTimetableArchive/>', 'xhstt'],
    ['<!DOCTYPE html><html><meta name="GENERATOR" content="DAVINCI 6">', 'davinci-html'],
    [';\nV1;6.0.100;"DAVINCI6"\n', 'davinci-sdtf'],
    ['AA02 20260803 20270730 115 8\n', 'untis-gpn'],
    ['FE0 ,a\n0U ,1418,UW\n', 'untis-gpn'],
    ['\u0000\u0001\u0000\u0000Standard Jet DB\u0000', 'time2007-access'],
  ])('knows by its beginning: %s', (content, format) => {
    expect(detectParser([fileOf(content)], parsers).formats).toEqual([format]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'empty'],
    ['a byte order mark and nothing else', '\uFEFF', 'empty'],
    ['blank lines', ' \n\r\n', 'empty'],
    ['an old spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'spreadsheet'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'binary'],
    ['text with a NUL far behind its heading', `Klasse;Fach;Tag;Stunde\n${'7a;Ma;1;1\n'.repeat(1000)}\0`, 'binary'],
    ['text with control characters', 'ab\u0001\u0002\u0003c;d', 'binary'],
    ['a letter', 'Dear all,\nplease find the plan attached.\n', 'unknown_format'],
    ['another XML', '<plan><a/></plan>', 'unknown_format'],
    ['a document type', '<!DOCTYPE timetable [<!ENTITY a "b">]><timetable/>', 'xml_doctype'],
  ])('refuses %s', (_name, content, reason) => {
    expect(failureOf([fileOf(content)])).toMatchObject({ reason, file: 'upload.txt' });
  });

  it.each([
    ['%PDF-1.7\n', 'PDF'],
    ['<!DOCTYPE html><html></html>', 'HTML'],
    ['{"jsonrpc":"2.0"}', 'WebUntis JSON'],
    ['{"a":1}', 'JSON'],
  ])('names what it knows and cannot import: %s', (content, format) => {
    expect(failureOf([fileOf(content)])).toMatchObject({ reason: 'unsupported_format', params: { format } });
  });

  it('refuses an Access database where only the parsers of another program are asked', () => {
    const access = fileOf('\u0000\u0001\u0000\u0000Standard ACE DB\u0000');
    expect(failureOf([access], [csvParser])).toMatchObject({ reason: 'access_database' });
  });

  it('refuses files of different programs in one upload and names both', () => {
    expect(failureOf([ASC, CSV])).toMatchObject({
      reason: 'sources_contradict',
      file: 'plan.xml',
      params: { other: 'plan.csv' },
    });
    expect(failureOf([CSV, fileOf('hello\nworld')])).toMatchObject({ reason: 'unknown_format', file: 'upload.txt' });
    expect(failureOf([])).toMatchObject({ reason: 'no_files' });
  });

  it('asks the person when two parsers are equally sure', () => {
    const twin: Parser = { ...csvParser, formats: ['twin'] };
    expect(failureOf([CSV], [csvParser, twin])).toMatchObject({
      reason: 'two_candidates',
      params: { formats: 'csv, twin' },
    });
  });

  it('accepts a side file that the parser of the others knows', () => {
    const side = fileOf('side file');
    const tolerant: Parser = {
      ...csvParser,
      recognise: (files) => (csvParser.recognise(files.slice(0, 1)) > 0 ? 1 : 0),
    };
    expect(detectParser([CSV, side], [tolerant])).toBe(tolerant);
    expect(failureOf([side], [tolerant])).toMatchObject({ reason: 'unknown_format' });
  });
});
