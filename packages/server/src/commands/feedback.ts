import { SURVEY_ANSWERS_MINIMUM, SURVEY_RESULTS, SURVEY_TYPES, type SurveyType } from '@kreide/core/features/users';
import type { Kysely } from 'kysely';
import { listSurveyAnswers } from '../features/users/index.ts';
import type { DB } from '../kernel/data/database.generated.ts';

type Counts = Record<string, number>;

interface Answered {
  answered: number;
  /** How many gave each answer, 5 is the best. */
  results: Counts;
}

/** What people of a school said, without who said it. */
interface SchoolFeedback extends Answered {
  slink: string;
  texts: { month: string | null; text: string }[];
}

/** What became of a question about the product. */
export interface Feedback extends Answered {
  type: SurveyType;
  schools: SchoolFeedback[];
  /** Schools with so few answers that somebody could be recognised: nothing of them is in the numbers. */
  withheld_schools: number;
}

type Answer = Awaited<ReturnType<typeof listSurveyAnswers>>[number];

function count(answers: readonly Answer[]): Answered {
  const results = Object.fromEntries(
    SURVEY_RESULTS.map((result) => [result, answers.filter((one) => one.result === result).length]),
  );
  return { answered: answers.length, results };
}

const toSchool = ([slink, answers]: readonly [string, readonly Answer[]]): SchoolFeedback => ({
  slink,
  ...count(answers),
  texts: answers.flatMap(({ month, feedback }) => (feedback?.trim() ? [{ month, text: feedback.trim() }] : [])),
});

/** What people answered to the questions about the product, of schools with enough answers. */
export async function readFeedback(db: Kysely<DB>): Promise<Feedback[]> {
  return Promise.all(
    SURVEY_TYPES.map(async (type) => {
      const schools = [...Map.groupBy(await listSurveyAnswers(db, type), ({ slink }) => slink)];
      const told = schools.filter(([, answers]) => answers.length >= SURVEY_ANSWERS_MINIMUM);
      return {
        type,
        ...count(told.flatMap(([, answers]) => answers)),
        schools: told.map(toSchool),
        withheld_schools: schools.length - told.length,
      };
    }),
  );
}

/** Text of somebody else in a terminal: in one line, without what would steer it or turn its direction. */
export const toLine = (text: string) => text.replace(/\s+/gu, ' ').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');

const countOf = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`;

/** The same in lines for a terminal. */
export function toFeedbackLines(feedback: readonly Feedback[]): string[] {
  return feedback.flatMap(({ type, answered, results, schools, withheld_schools }) => [
    `${type}: ${countOf(answered, 'answer', 'answers')} of ${countOf(schools.length, 'school', 'schools')}`,
    ...SURVEY_RESULTS.map((result) => `  ${result}: ${results[result]}`),
    ...schools.flatMap(({ slink, texts }) =>
      texts.map(({ month, text }) => `  ${slink}, ${month ?? 'month unknown'}: ${toLine(text)}`),
    ),
    `Left out: ${countOf(withheld_schools, 'school', 'schools')} with fewer than ${SURVEY_ANSWERS_MINIMUM} answers.`,
  ]);
}
