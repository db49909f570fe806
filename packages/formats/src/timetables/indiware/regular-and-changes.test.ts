import { describe, expect, it } from 'vitest';
import { indiwareParser } from './index.ts';

const parse = (text: string) => indiwareParser.parse([{ name: 'plan.xml', bytes: new TextEncoder().encode(text) }], {});

const WEEKS = `<Schulwochen>
  <Sw SwKw="37" SwDatumVon="07.09.2026" SwDatumBis="11.09.2026" SwWo="A">1</Sw>
  <Sw SwKw="38" SwDatumVon="14.09.2026" SwDatumBis="18.09.2026" SwWo="B">2</Sw>
  <Sw SwKw="40" SwDatumVon="28.09.2026" SwDatumBis="02.10.2026" SwWo="A">3</Sw></Schulwochen>`;

const stdOf = (fields: Record<string, string>) =>
  `<Std>${Object.entries({ PlTg: '2', PlSt: '3', PlFa: 'MA', PlLe: 'Abl', PlRa: 'R1', ...fields })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</Std>`;

function splanOf(columns: Record<string, string>, extra = WEEKS): string {
  const classes = Object.entries(columns).map(
    ([code, entries]) =>
      `<Kl><Kurz>${code}</Kurz><Stunden><St StZeit="08:00" StZeitBis="08:45">3</St></Stunden><Pl>${entries}</Pl></Kl>`,
  );
  return `<splan><Kopf><PlanArt>K</PlanArt></Kopf>${extra}<Klassen>${classes.join('')}</Klassen></splan>`;
}

const weeksOf = (fields: Record<string, string>, extra?: string) =>
  parse(splanOf({ '5a': stdOf(fields) }, extra)).lessons[0]?.placements[0]?.weeks;

describe('the regular plan (splan)', () => {
  it('makes one lesson of an entry that stands under each of its classes', () => {
    const std = stdOf({ PlKl: '5a-5c' });
    const plan = parse(splanOf({ '5a': std, '5b': std, '5c': std, '5d': stdOf({ PlFa: 'DE', PlLe: 'Abl,Ber' }) }));
    expect(
      plan.lessons.map(({ subject, grades, teachers, placements }) => [subject, grades, teachers, placements.length]),
    ).toEqual([
      ['MA', ['5a', '5b', '5c'], ['Abl'], 1],
      ['DE', ['5d'], ['Abl', 'Ber'], 1],
    ]);
    expect(plan.counts).toMatchObject({ lessons: 2, placements: 4, grades: 4, teachers: 2, bookables: 1 });
    expect(plan.scope.lessons).toBe('all');
    expect(plan.times).toMatchObject([{ hour: '3', begins_at: '08:00', ends_at: '08:45' }]);
  });

  it('does not join classes that share nothing but a subject', () => {
    const std = stdOf({ PlLe: '', PlRa: '' });
    expect(parse(splanOf({ '5a': std, '5b': std })).lessons).toHaveLength(2);
  });

  it('dates school weeks and labels by the table of the file', () => {
    expect(weeksOf({})).toEqual({ kind: 'every' });
    expect(weeksOf({ PlSw: '010203' })).toEqual({ kind: 'every' });
    expect(weeksOf({ PlSw: '0203' })).toEqual({ kind: 'dates', dates: ['2026-09-15', '2026-09-29'] });
    expect(weeksOf({ PlWo: 'A' })).toEqual({ kind: 'dates', dates: ['2026-09-08', '2026-09-29'] });
    expect(weeksOf({ PlWo: 'A', PlSw: '0102' })).toEqual({ kind: 'dates', dates: ['2026-09-08'] });
  });

  it('keeps numbers and labels where the file has no dates for them', () => {
    expect(weeksOf({ PlSw: '0102' }, '')).toEqual({ kind: 'school_weeks', weeks: [1, 2] });
    expect(weeksOf({ PlWo: 'B' }, '')).toEqual({ kind: 'label', label: 'B' });
    const old = '<Schulwochen><Sw SwDatum="A">1</Sw><Sw SwDatum="B">2</Sw></Schulwochen>';
    expect(weeksOf({ PlWo: 'B' }, old)).toEqual({ kind: 'label', label: 'B' });
  });

  it('speaks only about its own weeks when it is a weekly file', () => {
    const base = `<Basisdaten><BaDatumVon>14.09.2026</BaDatumVon><BaDatumBis>18.09.2026</BaDatumBis></Basisdaten>`;
    const plan = parse(splanOf({ '5a': stdOf({}) }, WEEKS + base));
    expect(plan.scope.lessons).toEqual({ from: '2026-09-14', to: '2026-09-18' });
    expect(plan.lessons[0]?.placements[0]).toMatchObject({
      weekday: null,
      weeks: { kind: 'dates', dates: ['2026-09-15'] },
    });
    expect(weeksOf({}, base)).toEqual({ kind: 'dates', dates: ['2026-09-15'] });
  });

  it('rejects an entry whose day, period or weeks it cannot read', () => {
    const plan = parse(
      splanOf({ '5a': stdOf({ PlTg: '9' }) + stdOf({ PlSt: '' }) + stdOf({ PlSw: '1' }) + stdOf({}) }),
    );
    expect(plan.rejected.map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['PlTg', '9', 'unknown_weekday'],
      ['PlSt', null, 'bad_period'],
      ['PlSw', '1', 'bad_weeks'],
    ]);
    expect(plan.counts.placements).toBe(1);
  });
});

const actionOf = (fields: Record<string, string>, marks = '') =>
  `<aktion>${Object.entries({ klasse: '5a', stunde: '3', fach: 'Bio', lehrer: 'Abl', raum: 'R1', info: '', ...fields })
    .map(
      ([name, value]) =>
        `<${name}${marks.includes(name) ? ` ${name.slice(0, 2)}geaendert="ae"` : ''}>${value}</${name}>`,
    )
    .join('')}</aktion>`;
const dayOf = (title: string, actions: string) => `<kopf><titel>${title}</titel></kopf><haupt>${actions}</haupt>`;
const vpOf = (actions: string) => parse(`<vp>${dayOf('Mittwoch, 9. September 2026 (A-Woche)', actions)}</vp>`);

describe('changes only (vp)', () => {
  it('reads several days of one document in order', () => {
    const text = `<vp>${dayOf('Mittwoch, 9. September 2026', actionOf({}))}${dayOf('Freitag, 11. September 2026', actionOf({ stunde: '3-4' }))}</vp>`;
    const plan = parse(text);
    expect(plan.substitutions.map(({ date, hour }) => [date, hour])).toEqual([
      ['2026-09-09', '3'],
      ['2026-09-11', '3'],
      ['2026-09-11', '4'],
    ]);
    expect(plan.scope).toEqual({
      complete: [],
      lessons: 'none',
      substitutions: { from: '2026-09-09', to: '2026-09-11' },
    });
    expect(plan.counts.substitutions).toBe(2);
  });

  it('tells old and new, cancelled, moved, alone and without a room [T-3.31]', () => {
    expect(vpOf(actionOf({ klasse: '5/1,5b', info: 'für Mat Mül' })).substitutions[0]).toMatchObject({
      kind: null,
      from: { subject: 'Mat', grades: ['5/1', '5b'], teachers: ['Mül'] },
      to: { subject: 'Bio', teachers: ['Abl'], bookables: ['R1'] },
      comment: 'für Mat Mül',
    });
    expect(
      vpOf(actionOf({ fach: '---', lehrer: '', raum: '', info: 'Bio Abl fällt aus' })).substitutions[0],
    ).toMatchObject({
      kind: 'CANCLED',
      from: { subject: 'Bio', teachers: ['Abl'] },
    });
    expect(vpOf(actionOf({ info: 'verlegt von St.6' })).substitutions[0]).toMatchObject({
      kind: 'MOVED_FROM',
      counterpart: { hour: '6' },
    });
    expect(vpOf(actionOf({ lehrer: '(Abl)' })).substitutions[0]).toMatchObject({
      from: { teachers: ['Abl'] },
      to: { teachers: [] },
    });
    expect(vpOf(actionOf({ raum: '' }, 'raum')).substitutions[0]?.to.bookables).toEqual([]);
    expect(vpOf(actionOf({ raum: '' })).substitutions[0]?.to.bookables).toBeNull();
  });

  it('reads the plan of teachers, where old and new stand side by side', () => {
    const action = actionOf({ vfach: 'Mat', vlehrer: 'Ber', vraum: 'R2' });
    expect(vpOf(action).substitutions[0]).toMatchObject({
      from: { subject: 'Bio', teachers: ['Abl'], bookables: ['R1'] },
      to: { subject: 'Mat', teachers: ['Ber'], bookables: ['R2'] },
    });
  });

  it('takes names of persons for text, not for codes', () => {
    const plan = vpOf(actionOf({ info: 'für Mat Frau Mühl' }));
    expect(plan.substitutions[0]?.from.teachers).toBeNull();
    expect(plan.teachers.map((teacher) => teacher.code)).toEqual(['Abl']);
  });

  it('takes a long list of classes and no endless code', () => {
    const classes = Array.from({ length: 80 }, (_, index) => `05 ${index}`);
    expect(vpOf(actionOf({ klasse: classes.join(',') })).substitutions[0]?.from.grades).toEqual(classes);
    expect(vpOf(actionOf({ klasse: 'x'.repeat(300) })).rejected).toMatchObject([
      { column: 'aktion', reason: 'too_long' },
    ]);
  });

  it('rejects an action without periods and refuses a file without a date', () => {
    expect(vpOf(actionOf({ stunde: 'all day' })).rejected).toMatchObject([
      { column: 'stunde', value: 'all day', reason: 'bad_period' },
    ]);
    expect(() => parse('<vp><kopf><titel>Plan</titel></kopf></vp>')).toThrow('date_missing');
    expect(() => parse('<vp/>')).toThrow('date_missing');
  });
});

describe('which files are Indiware', () => {
  it.each([
    ['<splan/>', 1],
    ['<VpMobil/>', 1],
    ['<WplanVp/>', 1],
    ['<vp/>', 1],
    ['<html><body/></html>', 0],
    ['<constructor/>', 0],
  ])('%s', (text, sure) => {
    expect(indiwareParser.recognise([{ name: 'a.xml', bytes: new TextEncoder().encode(text) }])).toBe(sure);
  });
});
