import { ANONYMOUS_MINIMUM, isOver, SURVEY_TEXTS_SHOWN, type Survey } from '@kreide/core/features/surveys';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import { listHidden, type MembersReader } from '../channels/index.ts';
import { readResults } from './queries/results.ts';
import {
  listOptions,
  listOwnVotes,
  listPlaces,
  listQuestions,
  listSurveys,
  type SurveyRow,
} from './queries/survey-of.ts';
import { countOpen } from './queries/voters.ts';
import { canOf, toSurvey } from './shown.ts';
import { tagsOf } from './tags.ts';

export interface Loading {
  readonly db: Kysely<DB>;
  readonly reader: MembersReader;
  readonly now: Date;
  readonly secret: string;
  /** Most written answers of each question. */
  readonly texts?: number;
}

/**
 * Surveys as a reader has them, by id, in a fixed number of queries however many they are; those that they may not see, or
 * that are deleted, are not among them.
 */
export async function loadSurveys(
  ids: readonly number[],
  { db, reader, now, secret, texts = SURVEY_TEXTS_SHOWN }: Loading,
): Promise<ReadonlyMap<number, Survey>> {
  if (ids.length === 0) return new Map();
  const { school_id, user_id } = reader;
  const rows = await listSurveys(db, reader, ids);
  if (rows.length === 0) return new Map();
  const places = Map.groupBy(await listPlaces(db, reader, ids), ({ survey_id }) => survey_id);
  const judged = rows.map((row) => ({ row, can: canOf(row, places.get(row.id) ?? [], reader, now) }));
  const visible = judged.filter(({ can }) => can.view === 1);
  const wanted = visible.map(({ row }) => row.id);
  const questions = Map.groupBy(await listQuestions(db, school_id, wanted), ({ survey_id }) => survey_id);
  const questionIds = [...questions.values()].flat().map(({ id }) => id);
  const options = Map.groupBy(await listOptions(db, school_id, questionIds), ({ question_id }) => question_id);
  const tags = visible.flatMap(({ row }) =>
    row.salt === null || row.voted_by === null
      ? []
      : [
          ...tagsOf(
            secret,
            row.salt,
            user_id,
            (questions.get(row.id) ?? []).map(({ id }) => id),
          ).values(),
        ],
  );
  const own = Map.groupBy(await listOwnVotes(db, reader, wanted, tags), ({ question_id }) => question_id);
  const seen = visible.filter(({ can }) => can['view-results'] === 1).map(({ row }) => row);
  const live = seen.filter((row) => !isHidden(row, now)).map(({ id }) => id);
  const results = await readResults(db, school_id, live, texts);
  const made = visible.filter(({ row }) => row.user_id === user_id).map(({ row }) => row.id);
  const open = await countOpen(db, school_id, made, user_id);
  const sentTo = (id: number) => (places.get(id) ?? []).flatMap(({ channel_id }) => channel_id ?? []);
  const hidden = await listHidden(db, reader, made.flatMap(sentTo), now);
  return new Map(
    visible.map(({ row }) => {
      const parts = {
        places: places.get(row.id) ?? [],
        questions: questions.get(row.id) ?? [],
        options,
        own,
        results: isHidden(row, now) ? null : { ...results, votes_count: row.votes_count },
        open_count: open.get(row.id) ?? 0,
        sees_members: !sentTo(row.id).some((id) => hidden.has(id)),
      };
      return [row.id, toSurvey(row, parts, reader, now)];
    }),
  );
}

/**
 * An anonymous survey shows its results once, when it is over: of two states of them, the difference would be somebody's answer. If so
 * few have answered that they could be told apart, it never does (C-6.27).
 */
const isHidden = (row: SurveyRow, now: Date): boolean =>
  row.is_anonymous && (!isOver(row, now) || row.votes_count < ANONYMOUS_MINIMUM);
