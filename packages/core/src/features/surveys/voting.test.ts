import { describe, expect, it } from 'vitest';
import { SURVEY_QUESTIONS_MAXIMUM, SURVEY_TEXT_MAXIMUM, surveyProblems } from './rules.ts';
import { surveyDraft } from './schema.ts';
import { type AskedQuestion, canSubmit, NO_ANSWER, pressOption, toVotePayload, voteProblems } from './voting.ts';

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ask = (n: number, type: AskedQuestion['type'], own = false): AskedQuestion => ({
  uuid: uuidOf(n),
  type,
  has_user_option: own,
  options: type === 'freetext' ? [] : [1, 2, 3].map((one) => ({ id: n * 10 + one, has_user_option: own && one === 3 })),
});
const single = ask(1, 'single');
const multiple = ask(2, 'multiple');
const freetext = ask(3, 'freetext');
const own = ask(4, 'single', true);

describe('pressing an option', () => {
  it('of a single choice chooses it alone, and again takes it back [C-5.21]', () => {
    const one = pressOption(single, NO_ANSWER, 11);
    expect(one.options).toEqual([11]);
    expect(pressOption(single, one, 12).options).toEqual([12]);
    expect(pressOption(single, one, 11).options).toEqual([]);
  });

  it('of a multiple choice changes that option only [C-5.22]', () => {
    const two = pressOption(multiple, pressOption(multiple, NO_ANSWER, 21), 22);
    expect(two.options).toEqual([21, 22]);
    expect(pressOption(multiple, two, 21).options).toEqual([22]);
  });
});

describe('the answers as they are sent', () => {
  it('name each question with its options, no options for a written one, the placeholder nowhere [C-3.22] [C-3.23]', () => {
    const answers = {
      [single.uuid]: { options: [12], text: 'not asked for' },
      [multiple.uuid]: { options: [21, 23], text: '' },
      [freetext.uuid]: { options: [], text: ' Darum ' },
      [own.uuid]: { options: [43], text: 'Meer' },
    };
    expect(toVotePayload([single, multiple, freetext, own], answers)).toEqual({
      votes: [
        { question_uuid: single.uuid, options: [12] },
        { question_uuid: multiple.uuid, options: [21, 23] },
        { question_uuid: freetext.uuid },
        { question_uuid: own.uuid, options: [] },
      ],
      new_option: [
        { question_uuid: freetext.uuid, name: 'Darum' },
        { question_uuid: own.uuid, name: 'Meer' },
      ],
    });
    const kept = { [own.uuid]: { options: [41], text: 'Meer' } };
    expect(toVotePayload([own], kept).new_option).toEqual([]);
  });

  it('can go when the one question has an answer and what is written is neither blank nor too long [C-5.14] [C-5.15] [C-5.19]', () => {
    expect(canSubmit([single], {})).toBe(false);
    expect(canSubmit([single], { [single.uuid]: { options: [11], text: '' } })).toBe(true);
    const write = (text: string) => canSubmit([freetext], { [freetext.uuid]: { options: [], text } });
    expect([write(''), write(' \n '), write('x'), write('x'.repeat(511)), write('x'.repeat(512))]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(canSubmit([own], { [own.uuid]: { options: [43], text: ' ' } })).toBe(false);
    expect(SURVEY_TEXT_MAXIMUM).toBe(511);
  });

  it('can go only when every question has an answer [C-5.20]', () => {
    const answers = { [single.uuid]: { options: [11], text: '' }, [multiple.uuid]: { options: [21], text: '' } };
    expect(canSubmit([single, multiple], answers)).toBe(true);
    expect(canSubmit([single, multiple, freetext], answers)).toBe(false);
    expect(canSubmit([single, multiple], { [single.uuid]: { options: [11], text: '' } })).toBe(false);
  });

  it('hold nothing that was not asked: two for a single choice, options of others, words where none are taken', () => {
    const wrong = (votes: { question_uuid: string; options?: number[] }[], names: [string, string][] = []) =>
      voteProblems([single], {
        votes,
        new_option: names.map(([question_uuid, name]) => ({ question_uuid, name })),
      }).map(({ rule }) => rule);
    expect(wrong([{ question_uuid: single.uuid, options: [11, 12] }])).toEqual(['answerOne']);
    expect(wrong([{ question_uuid: single.uuid, options: [21] }])).toEqual(['answerUnknown']);
    expect(wrong([{ question_uuid: single.uuid, options: [11, 11] }])).toContain('answerUnknown');
    expect(wrong([{ question_uuid: uuidOf(9), options: [11] }])).toContain('answerUnknown');
    expect(wrong([{ question_uuid: single.uuid, options: [] }], [[single.uuid, 'x']])).toEqual(['answerUnknown']);
  });
});

describe('a survey as it is written', () => {
  const NOW = new Date('2026-11-18T09:00:00Z');
  const draft = (values: object = {}, expires_at: string | null = null) => ({
    questions: [
      {
        question: 'Wohin?',
        type: 'single' as const,
        has_user_option: false,
        options: [{ name: 'A' }, { name: 'B' }],
        ...values,
      },
    ],
    expires_at,
  });
  const rulesOf = (survey: Parameters<typeof surveyProblems>[0]) => surveyProblems(survey, NOW).map(({ rule }) => rule);

  it('has defaults: a single choice whose results nobody else sees [C-3.18] [C-3.20]', () => {
    const made = surveyDraft.parse({ questions: [{ question: 'Wohin?' }] });
    expect(made).toMatchObject({ results_visibility: 'none', is_anonymous: false, expires_at: null });
    expect(made.questions[0]).toMatchObject({ type: 'single', has_user_option: false, options: [] });
    expect(surveyDraft.safeParse({ questions: [], results_visibility: 'all' }).success).toBe(false);
  });

  it('keeps to its limits, an own answer counts as one that is offered [C-5.16] [C-5.17] [C-9.35]', () => {
    expect(rulesOf(draft())).toEqual([]);
    const [one] = draft().questions;
    const many = (count: number) => ({ ...draft(), questions: Array.from({ length: count }, () => one) as never });
    expect([rulesOf(many(SURVEY_QUESTIONS_MAXIMUM)), rulesOf(many(21)), rulesOf(many(0))]).toEqual([
      [],
      ['questionsMax'],
      ['questionsRequired'],
    ]);
    expect(rulesOf(draft({ options: [{ name: 'A' }] }))).toEqual(['optionsMin']);
    expect(rulesOf(draft({ options: [{ name: 'A' }], has_user_option: true }))).toEqual([]);
    expect(rulesOf(draft({ type: 'freetext' }))).toEqual(['optionsNone']);
    expect(rulesOf(draft({}, '2026-11-18T09:00:00Z'))).toEqual(['expiresPast']);
    expect(rulesOf(draft({}, '2027-11-20T09:00:00Z'))).toEqual(['expiresFar']);
  });
});
