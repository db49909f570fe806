import { randomBytes } from 'node:crypto';
import { isOver, surveyEvents, type surveysApi, voteProblems } from '@kreide/core/features/surveys';
import { isAllowed } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { orderShuffle } from './ending.ts';
import { openSurvey, type SurveyHandlerParts, showSurvey } from './opened.ts';
import {
  addParticipation,
  countVoters,
  insertVotes,
  lockSurvey,
  removeParticipation,
  removeVotes,
  renewSalt,
} from './queries/change.ts';
import { listAudience, listParticipants, listSurveys, type SurveyKey } from './queries/survey-of.ts';
import { tagsOf } from './tags.ts';

type Api = typeof surveysApi;
type Voting = HandlerContext<Api['vote']> | HandlerContext<Api['revoke']>;
type Locked = NonNullable<Awaited<ReturnType<typeof lockSurvey>>>;

/** Who sees the results move: nobody, those who have answered, or all. */
async function listeningTo(trx: Kysely<DB>, key: SurveyKey, survey: Locked, voter: number): Promise<number[]> {
  const { results_visibility: shown, user_id } = survey;
  const others =
    shown === 'before' ? await listAudience(trx, key) : shown === 'after' ? await listParticipants(trx, key) : [];
  return [...new Set([...others, ...(user_id === null ? [] : [user_id]), voter])];
}

/** Answers, and taking them back. */
export function votingHandlers(parts: SurveyHandlerParts) {
  /** The survey, held until the commit, with the hashes of the caller if it is anonymous. */
  async function begin(context: Voting) {
    const { params, actor, now, fail } = context;
    const survey = await openSurvey(context, params.id, parts);
    if (survey.is_over && survey.can.view === 1) return fail('survey_over');
    if (!isAllowed(survey.can, 'vote')) return fail('forbidden');
    const key = { school_id: actor.school_id, id: params.id };
    const trx = await context.write();
    const locked = await lockSurvey(trx, key);
    if (!locked) return fail('not_found');
    if (isOver(locked, now)) return fail('survey_over');
    const [row] = await listSurveys(trx, actor, [params.id]);
    // A backup has left the salt out: from here on there is another.
    const salt = locked.is_anonymous ? (row?.salt ?? (await renewSalt(trx, key, randomBytes(32)))) : null;
    const tags = salt
      ? tagsOf(
          parts.secret,
          salt,
          actor.user_id,
          survey.questions.map(({ id }) => id),
        )
      : new Map<number, Buffer>();
    return { survey, key, trx, locked, tags };
  }

  /** For an anonymous survey the server tells nobody and writes down nothing but the answers. */
  async function finish(
    context: Voting,
    { key, trx, locked }: Awaited<ReturnType<typeof begin>>,
    more: -1 | 0 | 1,
  ): Promise<{ data: Awaited<ReturnType<typeof showSurvey>> }> {
    await countVoters(trx, key, more);
    if (locked.is_anonymous) {
      await orderShuffle(trx, key, parts.tasks);
    } else {
      const users = await listeningTo(trx, key, locked, context.actor.user_id);
      await context.emit(surveyEvents.changed, { users }, { id: key.id });
    }
    return { data: await showSurvey({ ...context, db: trx }, key.id, parts) };
  }

  return {
    async vote(context: HandlerContext<Api['vote']>) {
      const { body, actor, t, fail } = context;
      const { params } = context;
      const seen = await openSurvey(context, params.id, parts);
      if (!seen.is_over && isAllowed(seen.can, 'vote'))
        refuseIssues(
          voteProblems(seen.questions, body).map(({ path, rule, params: values }) => ({
            path: `body.${path}`,
            rule,
            params: values,
            message: t(`surveys:rules.${rule}`, values),
          })),
        );
      const begun = await begin(context);
      const { key, trx, locked, tags } = begun;
      const isNew = await addParticipation(trx, key, actor.user_id);
      if (!isNew) await removeVotes(trx, key, actor.user_id, [...tags.values()]);
      const idOf = new Map(begun.survey.questions.map(({ id, uuid }) => [uuid, id]));
      const votes = [
        ...body.votes.flatMap(({ question_uuid, options = [] }) =>
          options.map((option_id) => ({ question_uuid, option_id, text: null })),
        ),
        ...body.new_option.map(({ question_uuid, name }) => ({ question_uuid, option_id: null, text: name.trim() })),
      ].map(({ question_uuid, ...vote }) => {
        const question_id = idOf.get(question_uuid) ?? fail('not_found');
        const revoke_tag = tags.get(question_id) ?? null;
        return { ...vote, question_id, revoke_tag, user_id: locked.is_anonymous ? null : actor.user_id };
      });
      await insertVotes(trx, key, locked.is_anonymous, votes);
      return finish(context, begun, isNew ? 1 : 0);
    },

    async revoke(context: HandlerContext<Api['revoke']>) {
      const begun = await begin(context);
      const { key, trx, tags } = begun;
      const wasThere = await removeParticipation(trx, key, context.actor.user_id);
      if (wasThere) await removeVotes(trx, key, context.actor.user_id, [...tags.values()]);
      return finish(context, begun, wasThere ? -1 : 0);
    },
  };
}
