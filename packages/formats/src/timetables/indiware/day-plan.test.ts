import { describe, expect, it } from 'vitest';
import { UnreadableFile } from '../parser.ts';
import { indiwareParser } from './index.ts';

interface Std {
  st: string;
  fa: string;
  le?: string;
  ra?: string;
  nr?: string;
  text?: string;
  /** Marked fields: any of `FaLeRa`. */
  marks?: string;
}

function stdOf({ st, fa, le = '', ra = '', nr, text = '', marks = '' }: Std): string {
  const mark = (name: string) => (marks.includes(name) ? ` ${name}Ae="${name}Geaendert"` : '');
  const number = nr ? `<Nr>${nr}</Nr>` : '';
  return `<Std><St>${st}</St><Beginn>08:00</Beginn><Ende>08:45</Ende><Fa${mark('Fa')}>${fa}</Fa><Le${mark('Le')}>${le}</Le><Ra${mark('Ra')}>${ra}</Ra>${number}<If>${text}</If></Std>`;
}

const UNITS = `<Ue><UeNr UeLe="Abl" UeFa="MA">1</UeNr></Ue><Ue><UeNr UeLe="Ber" UeFa="GEO">2</UeNr></Ue>
  <Ue><UeNr UeLe="Cor" UeFa="ETH" UeGr="ETH1">3</UeNr></Ue>`;

function planOf(classes: Record<string, Std[]>, options: { head?: string; root?: string; extra?: string } = {}) {
  const root = options.root ?? 'VpMobil';
  const head = options.head ?? '<planart>K</planart><datei>PlanKl20260909.xml</datei>';
  const columns = Object.entries(classes).map(
    ([code, entries]) => `<Kl><Kurz>${code}</Kurz><KlStunden><KlSt ZeitVon="08:00" ZeitBis="08:45">1</KlSt></KlStunden>
      <Unterricht>${UNITS}</Unterricht><Pl>${entries.map(stdOf).join('')}</Pl></Kl>`,
  );
  const text = `<${root}><Kopf>${head}</Kopf><FreieTage><ft>261002</ft><ft>261005</ft><ft feier="1">261103</ft></FreieTage>
    <Klassen>${columns.join('')}</Klassen>${options.extra ?? ''}</${root}>`;
  return indiwareParser.parse([{ name: 'plan.xml', bytes: new TextEncoder().encode(text) }], {});
}

const changeOf = (std: Std) => planOf({ '5a': [std] }).substitutions[0];

describe('plans of several days in one upload', () => {
  const dayOf = (day: string, entry: Std, more = '') => ({
    name: `PlanKl${day}.xml`,
    bytes: new TextEncoder().encode(
      `<VpMobil><Kopf><planart>K</planart><datei>PlanKl${day}.xml</datei></Kopf><Klassen><Kl><Kurz>5a</Kurz>
        <Unterricht>${UNITS}</Unterricht><Pl>${stdOf(entry)}</Pl></Kl></Klassen>${more}</VpMobil>`,
    ),
  });
  const regular: Std = { st: '1', fa: 'MA', le: 'Abl', ra: 'R1', nr: '1' };

  it('are read together and replace their own days, not those between them', () => {
    const files = [
      dayOf('20260909', regular),
      dayOf('20260907', { ...regular, fa: '---', le: '', ra: '', marks: 'FaLeRa' }),
      dayOf('20260911', { ...regular, st: '9x' }),
    ];
    const plan = indiwareParser.parse(files, {});
    const days = { from: '2026-09-07', to: '2026-09-11', days: ['2026-09-07', '2026-09-09', '2026-09-11'] };
    expect(plan.scope).toEqual({ complete: [], lessons: days, substitutions: days });
    expect(plan.school_year).toEqual({ begins_at: '2026-09-07', ends_at: '2026-09-11', by: 'dates' });
    const held = plan.lessons.map(({ external_id, placements }) => [external_id, placements.map(({ weeks }) => weeks)]);
    expect(held).toEqual([
      ['1', [{ kind: 'dates', dates: ['2026-09-09'] }]],
      ['1', [{ kind: 'dates', dates: ['2026-09-07'] }]],
    ]);
    expect(plan.substitutions.map(({ kind, date }) => [kind, date])).toEqual([['CANCLED', '2026-09-07']]);
    expect(plan.rejected.map(({ file, column }) => [file, column])).toEqual([['PlanKl20260911.xml', 'St']]);
    expect(plan.counts).toMatchObject({ placements: 2, grades: 1, substitutions: 1 });
    expect(plan.grades.map(({ code }) => code)).toEqual(['5a']);
  });

  it('contradict each other when two are about one day, and are no part of a weekly plan', () => {
    const twice = [dayOf('20260907', regular), dayOf('20260907', { ...regular, st: '2' })];
    expect(() => indiwareParser.parse(twice, {})).toThrow('sources_contradict');
    const splan = { name: 'splan.xml', bytes: new TextEncoder().encode('<splan><Klassen/></splan>') };
    expect(() => indiwareParser.parse([dayOf('20260907', regular), splan], {})).toThrow('one_file_only');
    expect(() => indiwareParser.parse([splan, dayOf('20260907', regular)], {})).toThrow('one_file_only');
  });
});

describe('the plan of one day', () => {
  it('takes two entries with the number of one unit for two lessons', () => {
    const own: Std = { st: '1', fa: 'MA', le: 'Abl', ra: 'R1', nr: '1' };
    const plan = planOf({ '5a': [{ ...own, le: 'Ber', ra: 'R2' }, own] });
    expect(
      plan.lessons.map(({ external_id, teachers, placements }) => [external_id, teachers, placements.length]),
    ).toEqual([
      ['1', ['Abl'], 1],
      ['1|MA\\~Ber|\\0', ['Ber'], 1],
    ]);
    expect(plan.substitutions).toEqual([]);
    const inserted = planOf({
      '5a': [{ ...own, fa: 'GEO', le: 'Ber', ra: 'R2', marks: 'FaLeRa', text: 'für MA' }, own],
    });
    expect(inserted.lessons.map(({ external_id, placements }) => [external_id, placements.length])).toEqual([['1', 1]]);
    expect(inserted.substitutions.map(({ kind, lesson, to }) => [kind, lesson, to.subject, to.teachers])).toEqual([
      ['ADDITIONAL', null, 'GEO', ['Ber']],
    ]);
    const cancelled: Std = { ...own, fa: '---', le: '', ra: '', marks: 'FaLeRa' };
    const gone = planOf({
      '5a': [
        { ...cancelled, text: 'one' },
        { ...cancelled, text: 'two' },
      ],
    });
    expect(gone.substitutions.map(({ kind, comment }) => [kind, comment])).toEqual([['CANCLED', 'one\ntwo']]);
  });

  it('knows an empty cell in letters, and two rooms of which one stands nowhere alone', () => {
    const plan = planOf({
      '5a': [
        { st: '1', fa: 'MA', le: '&amp;nbsp;', ra: '105 101', nr: '1' },
        { st: '2', fa: 'GEO', le: 'Ber', ra: '&nbsp;101', nr: '2' },
        { st: '3', fa: 'ETH1', le: 'Cor', ra: 'TH 1', nr: '3' },
      ],
    });
    expect(plan.teachers.map(({ code }) => code).sort()).toEqual(['Abl', 'Ber', 'Cor']);
    expect(plan.bookables.map(({ code }) => code).sort()).toEqual(['101', '105', 'TH 1']);
    expect(plan.lessons[0]?.placements[0]?.bookables).toEqual(['105', '101']);
  });

  it('speaks about that day only, and takes it from the file name inside or the heading', () => {
    const day = { from: '2026-09-09', to: '2026-09-09' };
    expect(planOf({ '5a': [] }).scope).toEqual({ complete: [], lessons: day, substitutions: day });
    const head = '<DatumPlan>Mittwoch, 09. September 2026</DatumPlan>';
    expect(planOf({ '5a': [] }, { head }).scope.lessons).toEqual(day);
    expect(planOf({ '5a': [] }, { root: 'WplanVp' }).scope.lessons).toEqual(day);
    expect(() => planOf({ '5a': [] }, { head: '<planart>K</planart>' })).toThrow(UnreadableFile);
  });

  it('makes one lesson of a unit that stands under each of its classes', () => {
    const std = { st: '1', fa: 'MA', le: 'Abl', ra: 'R1', nr: '1' };
    const plan = planOf({ '5a': [std], '5b': [std] });
    expect(plan.lessons).toEqual([
      {
        external_id: '1',
        subject: 'MA',
        grades: ['5a', '5b'],
        teachers: ['Abl'],
        course: null,
        begins_at: null,
        ends_at: null,
        comment: null,
        placements: [
          {
            weekday: null,
            hour: '1',
            begins_at: '08:00',
            ends_at: '08:45',
            bookables: ['R1'],
            weeks: { kind: 'dates', dates: ['2026-09-09'] },
          },
        ],
      },
    ]);
    expect(plan.substitutions).toEqual([]);
    expect(plan.counts).toEqual({
      lessons: 6,
      placements: 2,
      grades: 2,
      teachers: 3,
      bookables: 1,
      subjects: 3,
      substitutions: 0,
    });
  });

  it('puts a cancelled lesson back in its place and cancels it [T-3.31]', () => {
    const plan = planOf({ '5a': [{ st: '2', fa: '---', nr: '2', marks: 'FaLeRa', text: 'GEO Frau Berg fällt aus' }] });
    expect(plan.lessons[0]).toMatchObject({
      external_id: '2',
      subject: 'GEO',
      teachers: ['Ber'],
      placements: [{ hour: '2' }],
    });
    expect(plan.substitutions[0]).toMatchObject({
      external_id: '2@2026-09-09/2',
      kind: 'CANCLED',
      lesson: '2',
      from: { subject: 'GEO', grades: ['5a'], teachers: ['Ber'] },
      comment: 'GEO Frau Berg fällt aus',
    });
  });

  it('rebuilds a substitution from the unit, and trusts the marks, not the text', () => {
    expect(
      changeOf({ st: '1', fa: 'MA', le: 'Ber', ra: 'R1', nr: '1', marks: 'Le', text: 'für MA Herr Abel' }),
    ).toMatchObject({
      kind: null,
      from: { subject: 'MA', teachers: ['Abl'] },
      to: { subject: null, teachers: ['Ber'], bookables: null },
    });
    expect(changeOf({ st: '1', fa: 'MA', le: 'Abl', ra: 'R7', nr: '1', marks: 'Ra' })?.to).toEqual({
      subject: null,
      grades: null,
      teachers: null,
      bookables: ['R7'],
    });
    expect(
      changeOf({ st: '1', fa: 'SPO', le: 'Ber', ra: 'R7', nr: '1', marks: 'FaLeRa', text: 'für MA Herr Abel' }),
    ).toMatchObject({
      kind: null,
      lesson: '1',
      to: { subject: 'SPO', teachers: ['Ber'], bookables: ['R7'] },
    });
  });

  it('tells both ends of a move within the day [T-3.31]', () => {
    const plan = planOf({
      '5a': [
        {
          st: '4',
          fa: 'MA',
          le: 'Abl',
          ra: 'R1',
          nr: '1',
          marks: 'FaLeRa',
          text: 'verlegt von St.6; GEO Frau Berg fällt aus',
        },
        { st: '6', fa: '---', nr: '1', marks: 'FaLeRa', text: 'MA Herr Abel verlegt nach St.4' },
      ],
    });
    expect(plan.lessons).toMatchObject([{ external_id: '1', placements: [{ hour: '6' }] }]);
    expect(plan.substitutions).toMatchObject([
      {
        kind: 'MOVED_FROM',
        from: { subject: 'GEO', teachers: ['Ber'] },
        to: { subject: 'MA', teachers: ['Abl'], bookables: ['R1'] },
        counterpart: { date: '2026-09-09', hour: '6', external_id: '1@2026-09-09/6' },
      },
      { kind: 'MOVED_TO', counterpart: { hour: '4', external_id: '1@2026-09-09/4' } },
    ]);
  });

  it('keeps the lesson of a move from another day without a place', () => {
    const std = { st: '4', fa: 'MA', le: 'Abl', ra: 'R1', nr: '1', marks: 'FaLeRa', text: 'statt Di (08.09.) St.2' };
    const plan = planOf({ '5a': [std] });
    expect(plan.lessons).toMatchObject([{ external_id: '1', placements: [] }]);
    expect(plan.substitutions[0]).toMatchObject({
      kind: 'MOVED_FROM',
      lesson: '1',
      counterpart: { date: '2026-09-08', hour: '2' },
    });
  });

  it('finds the lesson that an inserted one replaces by the text, else it is additional', () => {
    expect(
      changeOf({ st: '1', fa: 'WT', le: 'Abl', ra: 'R1', marks: 'FaLeRa', text: 'GEO Frau Berg fällt aus' }),
    ).toMatchObject({
      kind: null,
      lesson: '2',
      from: { subject: 'GEO', teachers: ['Ber'] },
      to: { subject: 'WT', teachers: ['Abl'] },
    });
    expect(changeOf({ st: '1', fa: 'WT', le: 'Abl', marks: 'FaLeRa', text: 'Methodentag' })).toMatchObject({
      kind: 'ADDITIONAL',
      lesson: null,
    });
  });

  it('says which classes still take part', () => {
    const plan = planOf({
      '5a': [{ st: '1', fa: 'MA', le: 'Abl', ra: 'R1', nr: '1', text: 'ohne 5b' }],
      '5b': [{ st: '1', fa: '---', nr: '1', marks: 'FaLeRa', text: 'MA Herr Abel ohne Beteiligung 5b' }],
    });
    expect(plan.substitutions).toMatchObject([{ kind: null, from: { grades: ['5a', '5b'] }, to: { grades: ['5a'] } }]);
    expect(plan.lessons[0]?.placements).toHaveLength(1);
  });

  it('lets a class work alone', () => {
    expect(
      changeOf({ st: '1', fa: 'MA', le: '', ra: 'R1', nr: '1', text: 'selbst., Aufgaben liegen bereit' })?.to.teachers,
    ).toEqual([]);
  });

  it('splits two teachers and keeps a course with its classes', () => {
    const plan = planOf({ '5a': [{ st: '1', fa: 'ETH1', le: 'Cor Abl', ra: 'TH 1', nr: '3' }] });
    expect(plan.lessons[0]?.placements[0]).toMatchObject({ teachers: ['Cor', 'Abl'], bookables: ['TH 1'] });
    expect(plan.courses).toMatchObject([{ code: 'ETH1', subject: 'ETH', grades: ['5a'], is_required: false }]);
    expect(plan.lessons[0]?.course).toBe(plan.courses[0]?.external_id);
  });

  it('reads free days across a weekend, exams and the message of the day', () => {
    const extra = '<ZusatzInfo><ZiZeile>School fair today</ZiZeile><ZiZeile> </ZiZeile></ZusatzInfo>';
    const plan = planOf({ '5a': [] }, { extra });
    expect(plan.holidays).toMatchObject([
      { begins_at: '2026-10-02', ends_at: '2026-10-05', is_public: false },
      { begins_at: '2026-11-03', ends_at: '2026-11-03', is_public: true },
    ]);
    expect(plan.substitutions).toMatchObject([{ kind: 'MESSAGE', hour: null, comment: 'School fair today' }]);
    expect(plan.counts.substitutions).toBe(0);
  });

  it('rejects an entry without a period and reads the rest', () => {
    const plan = planOf({
      '5a': [
        { st: 'x', fa: 'MA', nr: '1' },
        { st: '1', fa: 'MA', le: 'Abl', nr: '1' },
      ],
    });
    expect(plan.rejected).toMatchObject([{ file: 'plan.xml', column: 'St', value: 'x', reason: 'bad_period' }]);
    expect(plan.counts.placements).toBe(1);
  });
});
