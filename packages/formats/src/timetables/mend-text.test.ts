import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mendText } from '../tables/mend-text.ts';
import { decodeText } from '../tables/text.ts';
import { warnOfEncoding } from './encoding.ts';
import { createFindings } from './findings.ts';
import { decodeXml } from './xml.ts';

/** UTF-8 that was read as Windows-1252 on the way. */
const twice = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
const warningsOf = (text: string, encoding: BufferEncoding = 'utf8') => {
  const findings = createFindings();
  warnOfEncoding({ name: 'plan.csv', bytes: Uint8Array.from(Buffer.from(text, encoding)) }, findings);
  return findings.warnings;
};

test('text that was encoded twice is corrected, once for every character [T-3.88]', () => {
  expect(mendText('MÃ¼St;MÃ¼ller;straÃŸe;â€“')).toMatchObject({
    text: 'MüSt;Müller;straße;–',
    mended: 4,
    example: { before: 'MÃ¼St', after: 'MüSt' },
    doubtful: 0,
  });
  for (const text of ['Größe', 'Ärztin', 'Übung', 'École', 'Ñandú', '„Haus“ – 5 €'])
    expect(mendText(twice(text)).text, text).toBe(text);
});

test('control characters that Windows programs write are what they mean [T-3.88]', () => {
  expect(mendText('\u0084Haus\u0093 \u0096 5 \u0080')).toMatchObject({ text: '„Haus“ – 5 €', mended: 4 });
  expect(mendText('a\u0081b')).toMatchObject({ text: 'a\u0081b', mended: 0, doubtful: 1, doubt: 'a\u0081b' });
});

test('a text that is right stays as it is, in every language of the product', () => {
  const texts = [
    'Müller „Ä“',
    'JOÃO Â. SÃO',
    'Ästhetik & Ökologie',
    'çğıİöşü',
    'Наталія',
    'ñ ¿qué? «SÍ»',
    'naïve œuvre',
  ];
  for (const text of texts) expect(mendText(text), text).toMatchObject({ text, mended: 0 });
  fc.assert(
    fc.property(fc.string(), (text) => mendText(text).mended === 0 || mendText(mendText(text).text).mended < 3),
  );
});

test('every file says what was corrected and what looks wrong [T-3.88]', () => {
  expect(warningsOf('a;MÃ¼St\n')).toEqual([
    { code: 'text_mended', params: { file: 'plan.csv', count: 1, before: 'MÃ¼St', after: 'MüSt' } },
  ]);
  expect(warningsOf('<a b="MÃ¼St"/>')).toMatchObject([{ code: 'text_mended' }]);
  expect(warningsOf('a;Ð\u0098Ð¼Ñ\u008f\n')[0]).toMatchObject({ code: 'text_doubtful' });
  expect(warningsOf('a;Müller\n')).toEqual([]);
  expect(warningsOf('a;Müller\n', 'latin1')).toEqual([]);
});

test('the text of tables and of XML is read corrected', () => {
  const bytes = new TextEncoder().encode('<a>MÃ¼St</a>');
  expect(decodeText(bytes).text).toBe('<a>MüSt</a>');
  expect(decodeXml(bytes)).toBe('<a>MüSt</a>');
});

test('a calendar whose lines are folded in the middle of letters is right as it is, and nothing is said of it', () => {
  const begin = Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:');
  const letters = Buffer.from('Übung, groß');
  const bytes = Buffer.concat([begin, letters.subarray(0, 1), Buffer.from('\r\n '), letters.subarray(1)]);
  const findings = createFindings();
  warnOfEncoding({ name: '5a.ics', bytes: Uint8Array.from(bytes) }, findings);
  expect(findings.warnings).toEqual([]);
});
