import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../parser.ts';
import { davinciHtmlParser } from './html.ts';

const HEAD = ['Klasse', 'Pos', 'Fach', 'VFach', 'VRaum', 'VLehrer Kürzel', 'Mitteilung', 'Art'];
const cells = (tag: string, texts: readonly string[]) =>
  `<tr>${texts.map((one) => `<${tag}>\n  ${one}\n</${tag}>`).join('')}</tr>`;
const table = (rows: readonly (readonly string[])[], caption = 'Montag 05.01.2026', head = HEAD) =>
  `<h1 class="list-table-caption">${caption}</h1><table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`;
const page = (body: string, name = 'V_DC_001.html') => ({
  name,
  bytes: new TextEncoder().encode(
    `<!DOCTYPE html><html><head><meta name="GENERATOR" content="DAVINCI 6"></head><body><h1>Schule</h1>${body}</body></html>`,
  ),
});
const parse = (...bodies: string[]) =>
  davinciHtmlParser.parse(
    bodies.map((body, at) => page(body, `day${at}.html`)),
    {},
  );
const row = (...texts: string[]) => [...texts, ...HEAD.slice(texts.length).map(() => '')];
const only = (...texts: string[]) => parse(table([row(...texts)])).substitutions[0];

describe('pages of changes of Davinci', () => {
  it('are a change for each row: class, period, subject, and what is new', () => {
    const plan = parse(table([row('06d', '3', 'SP', 'SP', 'H 2', 'Obl', 'Bitte Sportzeug')]));
    expect(plan).toMatchObject({
      format: 'davinci-html',
      rejected: [],
      warnings: [{ code: 'grid_missing' }],
      scope: { lessons: 'none', substitutions: { from: '2026-01-05', to: '2026-01-05', days: ['2026-01-05'] } },
      school_year: { by: 'dates' },
      counts: { grades: 1, teachers: 1, bookables: 1, subjects: 1, substitutions: 1 },
    });
    expect(plan.substitutions).toEqual([
      {
        external_id: '2026-01-05|3|06d|SP|SP|\\0|\\0',
        date: '2026-01-05',
        hour: '3',
        begins_at: null,
        ends_at: null,
        kind: null,
        lesson: null,
        from: { subject: 'SP', grades: ['06d'], teachers: null, bookables: null },
        to: { subject: null, grades: null, teachers: ['Obl'], bookables: ['H 2'] },
        comment: 'Bitte Sportzeug',
        is_hidden: false,
        counterpart: null,
        moved_comment: null,
      },
    ]);
  });

  it('say what is cancelled, worked at alone, given instead, and where a lesson goes to or comes from', () => {
    expect(only('07f', '6', 'DE', 'DE', '', '', '', 'Frei')).toMatchObject({
      kind: 'CANCLED',
      comment: 'Frei',
      from: { subject: 'DE' },
      to: { subject: null, teachers: null },
    });
    expect(only('11', '2', 'DE1', 'DE1', '', '', '', 'Selbst')).toMatchObject({ kind: null, to: { teachers: [] } });
    expect(only('06c', '5', '+MA (LA)', 'MA', '', 'Sls')).toMatchObject({
      kind: null,
      from: { subject: 'LA', grades: ['06c'] },
      to: { subject: 'MA', grades: null, teachers: ['Sls'] },
    });
    // The nearest day decides the year.
    expect(only('06d', '1', 'MU', 'MU', '', '', '', 'Auf 29.12. Mo 3 verschoben')).toMatchObject({
      kind: 'MOVED_TO',
      from: { subject: 'MU' },
      to: { subject: null },
      counterpart: { date: '2025-12-29', hour: '3' },
    });
    const arrived = only('08e', '3', '+FR (BK)', 'FR', 'P4', 'Ven', '', 'Von 08.01. Do 1 verschoben');
    expect(arrived).toMatchObject({
      kind: 'MOVED_FROM',
      from: { subject: 'BK', grades: ['08e'] },
      to: { subject: 'FR', grades: ['08e'], teachers: ['Ven'], bookables: ['P4'] },
      counterpart: { date: '2026-01-08', hour: '1' },
    });
    expect(only('08e', '3', 'FR', 'FR', '', '', '', 'Von 08.01. Do 1 verschoben')).toMatchObject({
      kind: 'MOVED_FROM',
      from: { subject: null, grades: null },
      to: { subject: 'FR', grades: ['08e'] },
    });
    expect(only('08e', '7', '', 'AG')).toMatchObject({
      kind: 'ADDITIONAL',
      from: { grades: null },
      to: { subject: 'AG' },
    });
  });

  it('may have periods from and to, several days, other columns in another order, and a page that leads to them', () => {
    const twice = parse(table([row('06d', '1 - 2', 'MU', 'MU', '', 'Gru')])).substitutions;
    expect(twice.map(({ hour }) => hour)).toEqual(['1', '2']);
    const head = ['Art', 'Lehrer', 'Raum', 'Stunde', 'Klasse(n)', 'Fach'];
    const two = parse(
      table([['Frei', 'Gru', 'P4', '2', '9a', 'SK']], '06.01.2026 Dienstag', head),
      table([row('06d', '1', 'MU')], 'Freitag 09.01.2026'),
      '<ul class="day-index"><li><a href="V_DC_001.html">06.01.2026</a></li></ul>',
    );
    expect(two.scope.substitutions).toEqual({
      from: '2026-01-06',
      to: '2026-01-09',
      days: ['2026-01-06', '2026-01-09'],
    });
    expect(two.substitutions[0]).toMatchObject({
      date: '2026-01-06',
      hour: '2',
      kind: 'CANCLED',
      from: { subject: 'SK', grades: ['9a'], teachers: ['Gru'], bookables: ['P4'] },
    });
    expect(two.warnings[0]).toEqual({ code: 'file_ignored', params: { file: 'day2.html' } });
  });

  it('name what they leave out by line and column, and are refused without a day', () => {
    const rows = [
      row('06d', '1', 'MU'),
      row('', '1', 'MU'),
      row('06d', 'x', 'MU'),
      row('06d', '3-1', 'MU'),
      row('06d', '', 'MU'),
      row('06d', '4'),
      row('06d', '1', 'MU'),
      row('x'.repeat(201), '1', 'MU'),
    ];
    const { rejected, substitutions } = parse(table(rows));
    expect(substitutions).toHaveLength(1);
    expect(rejected.map(({ column, reason }) => `${column} ${reason}`)).toEqual([
      'Klasse missing_value',
      'Pos bad_period',
      'Pos bad_period',
      'Pos missing_value',
      'Fach missing_value',
      'Fach duplicate_row',
      'Fach too_long',
    ]);
    const text = table(rows);
    expect(rejected[0]?.row).toBe(text.slice(0, text.indexOf('<tr>', text.indexOf('MU'))).split('\n').length);
    for (const body of [table([row('06d', '1', 'MU')], 'Montag'), '<ul></ul>'])
      expect(() => parse(body)).toThrow(UnreadableFile);
  });

  it('run nothing and read entities as what they stand for', () => {
    const body = table([row('6&amp;7', '1', 'M&uuml;', '', '', '', '<script>x()</script><b>fett</b> &lt;i&gt;')]);
    expect(parse(body).substitutions[0]).toMatchObject({ from: { grades: ['6&7'], subject: 'Mü' } });
    expect(parse(body).substitutions[0]?.comment).toContain('fett <i>');
  });

  it('whatever they hold: every row is a change or reported, without an error', () => {
    const text = fc.oneof(
      fc.constantFrom(
        '06d',
        '1',
        '1-2',
        'MU',
        '+MA (LA)',
        'Frei',
        'Selbst',
        'Auf 31.02. Mo 3 verschoben',
        '',
        '+',
        '()',
      ),
      fc.string({ maxLength: 10 }).map((one) => one.replace(/[<>&]/g, '')),
    );
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 9 }), { maxLength: 6 }), (rows) => {
        const plan = parse(table(rows));
        expect(plan.rejected.length + plan.substitutions.length).toBeGreaterThanOrEqual(rows.length);
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (junk) => {
        try {
          parse(`${table([row('06d', '1', 'MU')])}${junk}`);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile);
        }
      }),
    );
  });
});
