import type { Survey, SurveyQuestion } from '@kreide/core/features/surveys';
import { isOver, percentageOf, surveyAbilitiesOf } from '@kreide/core/features/surveys';
import type { Results } from './queries/results.ts';
import type { listOwnVotes, listPlaces, OptionRow, QuestionRow, SurveyReader, SurveyRow } from './queries/survey-of.ts';

type Place = Awaited<ReturnType<typeof listPlaces>>[number];
type OwnVote = Awaited<ReturnType<typeof listOwnVotes>>[number];

/** The parts that the answer about a survey needs. */
export interface SurveyParts {
  readonly places: readonly Place[];
  readonly questions: readonly QuestionRow[];
  readonly options: ReadonlyMap<number, readonly OptionRow[]>;
  readonly own: ReadonlyMap<number, readonly OwnVote[]>;
  /** What the answers add up to, of how many people; null: nothing is shown yet. */
  readonly results: (Results & { readonly votes_count: number }) | null;
  /** The people who can answer and have not; for its author. */
  readonly open_count: number | null;
  /** Are the members of all its channels for the reader? Else nor is who has answered and who has not. */
  readonly sees_members: boolean;
}

/** The abilities of a reader with a survey. */
export function canOf(row: SurveyRow, places: readonly Place[], reader: SurveyReader, now: Date) {
  const own = places.filter(({ user_id }) => user_id !== null);
  return surveyAbilitiesOf(
    reader.user_id,
    { ...row, is_over: isOver(row, now) },
    {
      is_member: own.length > 0,
      is_open: own.some(({ is_disabled }) => is_disabled === false),
      has_voted: row.voted_by !== null,
    },
  );
}

function toQuestion(
  row: QuestionRow,
  { options, own, results }: SurveyParts,
  { sees, isAuthor, counts }: { sees: boolean; isAuthor: boolean; counts: ReadonlyMap<string, number> },
): SurveyQuestion {
  const chosen = own.get(row.id) ?? [];
  const text = chosen.find((vote) => vote.text !== null)?.text ?? null;
  const written = sees && (isAuthor || row.is_shared) && results ? results.texts : null;
  const texts = written?.filter(({ question_id }) => question_id === row.id) ?? null;
  const all = sees && results ? results.votes_count : null;
  return {
    id: row.id,
    uuid: row.uuid,
    question: row.question,
    order: row.position,
    key: `q${row.position + 1}`,
    type: row.type,
    has_user_option: row.has_user_option,
    is_shared: row.is_shared,
    options: (options.get(row.id) ?? []).map(({ id, uuid, name, has_user_option }) => {
      const count = all === null ? null : (counts.get(`${row.id} ${has_user_option ? null : id}`) ?? 0);
      return {
        id,
        uuid,
        name,
        has_user_option,
        count,
        percentage: count === null || all === null ? null : percentageOf(count, all),
        is_chosen: has_user_option ? text !== null : chosen.some(({ option_id }) => option_id === id),
      };
    }),
    own_text: text,
    texts: texts?.map(({ text: said, count }) => ({ text: said, count })) ?? null,
    texts_count: texts === null ? null : (texts[0]?.all ?? 0),
  };
}

/**
 * Answers to an anonymous survey that nothing finds any more: a backup leaves out what they could be found with (C-6.27).
 * Taken back or given again, they would count twice.
 */
const isFixed = ({ is_anonymous, voted_by }: SurveyRow, { questions, own }: SurveyParts) =>
  is_anonymous && voted_by !== null && !questions.some(({ id }) => own.has(id));

/** A survey as one of its readers has it, without the parts that they may not see. */
export function toSurvey(row: SurveyRow, parts: SurveyParts, reader: SurveyReader, now: Date): Survey {
  const { places, questions, results, open_count } = parts;
  const can = {
    ...canOf(row, places, reader, now),
    ...(isFixed(row, parts) && { vote: 0 as const }),
    ...(!parts.sees_members && { evaluation: 0 as const }),
  };
  const isAuthor = row.user_id === reader.user_id;
  const sees = can['view-results'] === 1;
  const counts = new Map(
    results?.counts.map(({ question_id, option_id, count }) => [`${question_id} ${option_id}`, count] as const),
  );
  const shown = results?.votes_count ?? 0;
  return {
    id: row.id,
    uuid: row.uuid,
    user_id: row.user_id,
    questions: questions.map((question) => toQuestion(question, parts, { sees, isAuthor, counts })),
    results_visibility: row.results_visibility,
    is_anonymous: row.is_anonymous,
    has_translations: false,
    expires_at: row.expires_at,
    created_at: row.created_at,
    channels: places.flatMap(({ user_id, channel_id: id }) =>
      id !== null && (isAuthor || user_id !== null) ? [{ id }] : [],
    ),
    is_user_voted: row.voted_by !== null,
    is_over: isOver(row, now),
    // Others see no more of an anonymous one than its results do, or they could subtract.
    votes_count: isAuthor ? row.votes_count : sees ? shown : null,
    results_count: sees ? shown : null,
    participants_count: isAuthor && open_count !== null ? row.votes_count + open_count : null,
    export_xlsx: can.export === 1 ? `/v1/channels/surveys/${row.id}/export` : null,
    can,
  };
}
