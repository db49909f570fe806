import { randomBytes } from 'node:crypto';
import { type SurveyQuestion, surveyEvents, surveyProblems, surveysApi } from '@kreide/core/features/surveys';
import { isAllowed } from '@kreide/core/kernel';
import { implement } from '../../kernel/http/implement.ts';
import { refuseIssues } from '../../kernel/http/validate.ts';
import { enqueue } from '../../kernel/jobs/index.ts';
import { reserveAttempt } from '../auth/index.ts';
import { forgetSurveyNames } from '../channels/index.ts';
import { endSurvey } from './ending.ts';
import { exportHandlers } from './export.ts';
import { openSurvey, type SurveyHandlerParts, showSurvey } from './opened.ts';
import { insertSurvey, lockSurvey, removeSurvey } from './queries/change.ts';
import { findSurveyId, listAudience } from './queries/survey-of.ts';
import { listVoters, listVotesOf } from './queries/voters.ts';
import { sendingHandlers } from './sending.ts';
import { translatingHandlers } from './translating.ts';
import { votingHandlers } from './voting.ts';

type Votes = Awaited<ReturnType<typeof listVotesOf>>;

/** What somebody answered under their name, question by question. */
function toAnswers(questions: readonly SurveyQuestion[], votes: Votes, userId: number) {
  const own = votes.get(userId) ?? [];
  return questions.map(({ id, uuid, options }) => {
    const given = own.filter(({ question_id }) => question_id === id);
    return {
      question_uuid: uuid,
      options: options.filter((one) => given.some(({ option_id }) => option_id === one.id)).map(({ name }) => name),
      text: given.find(({ text }) => text !== null)?.text ?? null,
    };
  });
}

export function surveysHandlers(parts: SurveyHandlerParts) {
  return implement(surveysApi, {
    ...votingHandlers(parts),
    ...sendingHandlers(parts),
    ...exportHandlers(parts),
    ...translatingHandlers(parts),

    async create(context) {
      const { body, actor, db, now, t, write, record } = context;
      refuseIssues(
        surveyProblems(body, now).map(({ path, rule, params }) => ({
          path: `body.${path}`,
          rule,
          params,
          message: t(`surveys:rules.${rule}`, params),
        })),
      );
      const { results_visibility, is_anonymous, expires_at } = body;
      await reserveAttempt(db, { survey: `${actor.school_id}:${actor.user_id}` }, now);
      const trx = await write();
      const salt = is_anonymous ? randomBytes(32) : null;
      const values = { user_id: actor.user_id, results_visibility, is_anonymous, expires_at, salt };
      const questions = body.questions.map(({ question, options, ...rest }) => ({
        ...rest,
        question: question.trim(),
        options: options.map(({ name }) => name.trim()),
      }));
      const key = await insertSurvey(trx, actor.school_id, values, questions, now);
      if (expires_at !== null) {
        const delayMs = Date.parse(expires_at) - now.getTime();
        await enqueue(trx, parts.tasks.end, { school_id: key.school_id, id: key.id }, { delayMs });
      }
      const after = { results_visibility, is_anonymous, expires_at, questions: questions.length };
      record({ entity: 'surveys', id: key.id, after });
      return { data: await showSurvey({ ...context, db: trx }, key.id, parts) };
    },

    async get(context) {
      const { params, actor, db, fail } = context;
      const id = typeof params.id === 'number' ? params.id : await findSurveyId(db, actor.school_id, params.id);
      return { data: await openSurvey(context, id ?? fail('not_found'), parts) };
    },

    async remove(context) {
      const { params, actor, now, write, emit, record, fail } = context;
      const survey = await openSurvey(context, params.id, parts);
      if (!isAllowed(survey.can, 'delete')) return fail('forbidden');
      const key = { school_id: actor.school_id, id: params.id };
      const trx = await write();
      if (!(await lockSurvey(trx, key))) return fail('not_found');
      const users = [...new Set([...(await listAudience(trx, key)), actor.user_id])];
      await removeSurvey(trx, key, now);
      await forgetSurveyNames(trx, key.school_id, key.id);
      record({ entity: 'surveys', id: params.id, before: { questions: survey.questions.length }, after: null });
      await emit(surveyEvents.removed, { users }, { id: params.id });
    },

    async end(context) {
      const { params, actor, now, write, emit, record, fail } = context;
      const survey = await openSurvey(context, params.id, parts);
      if (survey.user_id !== actor.user_id) return fail('forbidden');
      const key = { school_id: actor.school_id, id: params.id };
      const trx = await write();
      const locked = await lockSurvey(trx, key);
      if (!locked) return fail('not_found');
      const hasEnded = await endSurvey(trx, key, locked, parts.tasks, now);
      record({ entity: 'surveys', id: params.id, before: { is_over: survey.is_over }, after: { is_over: true } });
      if (hasEnded) {
        const users = [...new Set([...(await listAudience(trx, key)), actor.user_id])];
        await emit(surveyEvents.changed, { users }, { id: params.id });
      }
      return { data: await showSurvey({ ...context, db: trx }, params.id, parts) };
    },

    async listVoters(context) {
      const { params, query, actor, db, fail } = context;
      const survey = await openSurvey(context, params.id, parts);
      if (!isAllowed(survey.can, 'evaluation')) return fail('forbidden');
      const key = { school_id: actor.school_id, id: params.id };
      const { is_voted: isVoted = true, page = 1, search } = query;
      const wanted = { isVoted, page, author: survey.user_id, ...(search !== undefined && { search }) };
      const { rows, count } = await listVoters(db, key, wanted);
      const isNamed = isVoted && !survey.is_anonymous;
      const votes: Votes = isNamed
        ? await listVotesOf(
            db,
            key,
            rows.map(({ id }) => id),
          )
        : new Map();
      return {
        data: rows.map(({ id, firstname, lastname }) => ({
          id,
          displayname: `${firstname} ${lastname}`,
          answers: isNamed ? toAnswers(survey.questions, votes, id) : null,
        })),
        count,
      };
    },
  });
}
