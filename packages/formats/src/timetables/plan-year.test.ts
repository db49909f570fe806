import { expect, test } from 'vitest';
import { ascParser } from './asc/index.ts';
import { csvParser } from './csv/index.ts';
import { indiwareParser } from './indiware/index.ts';
import type { Parser } from './parser.ts';
import { untisGpuParser, untisXmlParser } from './untis/index.ts';

const SCHOOL_YEAR = { begins_at: '2026-09-07', ends_at: '2027-07-16' };

const yearOf = (parser: Parser, name: string, text: string) =>
  parser.parse([{ name, bytes: new TextEncoder().encode(text) }], { school_year: SCHOOL_YEAR }).school_year;

const row = (count: number, fields: Record<number, string>) =>
  `${Array.from({ length: count }, (_, index) => fields[index + 1] ?? '').join(';')};\n`;
const substitution = (id: number, date: string, bits = '0') =>
  row(22, { 1: String(id), 2: date, 3: '2', 5: '7', 6: 'Abl', 7: 'Ber', 8: 'M', 15: '5a', 18: bits });

const untisXml = (general: string) => `<document version="3.5" xmlns="https://untis.at/untis/XmlInterface">
  <general>${general}</general>
  <lessons><lesson id="LS_4200"><lesson_subject id="SU_M"/><effectivebegindate>20241104</effectivebegindate>
    <effectiveenddate>20250131</effectiveenddate><times><time><assigned_day>1</assigned_day>
    <assigned_period>1</assigned_period></time></times></lesson></lessons></document>`;

const SPLAN = (parts: string) => `<splan><Kopf><PlanArt>K</PlanArt><gueltigab>02.09.2024</gueltigab></Kopf>${parts}
  <Klassen><Kl><Kurz>5a</Kurz><Pl><Std><PlTg>1</PlTg><PlSt>1</PlSt><PlFa>M</PlFa></Std></Pl></Kl></Klassen></splan>`;

test('a file that names its school year states it: Untis XML and Indiware [T-3.92]', () => {
  const bounds = '<schoolyearbegindate>20090824</schoolyearbegindate><schoolyearenddate>20100716</schoolyearenddate>';
  expect(yearOf(untisXmlParser, 'untis.xml', untisXml(bounds))).toEqual({
    begins_at: '2009-08-24',
    ends_at: '2010-07-16',
    by: 'stated',
  });
  const weeks = `<Schulwochen><Sw SwDatumVon="05.08.2024" SwDatumBis="09.08.2024">1</Sw>
    <Sw SwDatumVon="23.06.2025" SwDatumBis="27.06.2025">40</Sw></Schulwochen>`;
  expect(yearOf(indiwareParser, 'splan.xml', SPLAN(weeks))).toEqual({
    begins_at: '2024-08-05',
    ends_at: '2025-06-27',
    by: 'stated',
  });
  const calendar = `<Kalenderwochen><Kw KwDatumVon="05.08.2024" KwDatumBis="09.08.2024">1</Kw></Kalenderwochen>`;
  expect(yearOf(indiwareParser, 'splan.xml', SPLAN(calendar))).toMatchObject({ begins_at: '2024-08-05', by: 'stated' });
});

test('a file that names no school year gives the dates of its records [T-3.92]', () => {
  const dates = (begins_at: string, ends_at: string) => ({ begins_at, ends_at, by: 'dates' });
  expect(yearOf(untisXmlParser, 'untis.xml', untisXml(''))).toEqual(dates('2024-11-04', '2025-01-31'));
  expect(yearOf(indiwareParser, 'splan.xml', SPLAN(''))).toEqual(dates('2024-09-02', '2024-09-02'));
  const day = '<VpMobil><Kopf><planart>K</planart><datei>PlanKl20240805.xml</datei></Kopf><Klassen/></VpMobil>';
  expect(yearOf(indiwareParser, 'day.xml', day)).toEqual(dates('2024-08-05', '2024-08-05'));
  const changes = ['22. August 2016', '24. August 2016'].map((title) => `<kopf><titel>${title}</titel></kopf><haupt/>`);
  expect(yearOf(indiwareParser, 'vp.xml', `<vp>${changes.join('')}</vp>`)).toEqual(dates('2016-08-22', '2016-08-24'));
});

test('the dates of the text exports count even where a row becomes no record [T-3.92, T-3.93]', () => {
  const hidden = substitution(1, '20210913', '1048577') + substitution(2, '20210921', '1048577');
  expect(yearOf(untisGpuParser, 'GPU014.TXT', hidden)).toMatchObject({
    begins_at: '2021-09-13',
    ends_at: '2021-09-21',
  });
  const lesson = row(45, { 1: '7', 2: '4', 5: '5a', 6: 'Abl', 7: 'M', 15: '20240805', 16: '20250131' });
  expect(yearOf(untisGpuParser, 'GPU002.TXT', lesson)).toMatchObject({
    begins_at: '2024-08-05',
    ends_at: '2025-01-31',
  });
  const holidays = row(5, { 1: 'Herbst', 2: 'Herbstferien', 3: '20241007', 4: '20241019' });
  expect(yearOf(untisGpuParser, 'GPU018.TXT', holidays)).toMatchObject({ begins_at: '2024-10-07', by: 'dates' });
  const csv = 'date;period;classes;subject;kind\n2024-09-10;1;5a;M;cancelled\n2024-09-12;1;5a;M;cancelled\n';
  expect(yearOf(csvParser, 'plan.csv', csv)).toMatchObject({ begins_at: '2024-09-10', ends_at: '2024-09-12' });
});

test('a file without any date says nothing about its year [T-3.92]', () => {
  expect(yearOf(ascParser, 'asc.xml', '<timetable importtype="database"><lessons/></timetable>')).toBeNull();
  expect(yearOf(untisGpuParser, 'GPU001.TXT', '1;"5a";"Abl";"M";"R 1";1;1;;\n')).toBeNull();
});
