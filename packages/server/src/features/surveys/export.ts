import { Readable } from 'node:stream';
import { ANONYMOUS_MINIMUM, type Survey, type surveysApi } from '@kreide/core/features/surveys';
import { defuseCell, isAllowed, type Translate, toLocal } from '@kreide/core/kernel';
import { toDisposition } from '../../kernel/files/index.ts';
import { FileAnswer } from '../../kernel/http/answers.ts';
import type { HandlerContext } from '../../kernel/http/context.ts';
import { openSurvey, type SurveyHandlerParts } from './opened.ts';
import { listAllVoters, listVotesOf } from './queries/voters.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Cell = string | number | null;
type Voter = Awaited<ReturnType<typeof listAllVoters>>[number];
type Votes = Awaited<ReturnType<typeof listVotesOf>>;

/** A name or an answer that looks like a formula is a text. */
const toCell = (value: Cell, isHead = false) =>
  value === null
    ? null
    : typeof value === 'number'
      ? { value, type: Number }
      : { value: defuseCell(value), type: String, ...(isHead && { fontWeight: 'bold' as const }) };

/** How often each answer was given, and what was written. */
export function overviewRows(survey: Survey, t: Translate): Cell[][] {
  const head = [t('surveys:sheet.question'), t('surveys:columns.answer'), t('surveys:columns.count')];
  const isHidden = survey.is_anonymous && survey.results_count === 0;
  if (isHidden) return [head, [t('surveys:tooFew', { minimum: ANONYMOUS_MINIMUM }), null, null]];
  return [
    head,
    ...survey.questions.flatMap(({ question, options, texts }) => [
      ...options.map(({ name, count, has_user_option }): Cell[] => [
        question,
        has_user_option ? t('surveys:own') : name,
        count ?? 0,
      ]),
      ...(texts ?? []).map(({ text, count }): Cell[] => [question, text, count]),
    ]),
  ];
}

/** One row for each person: of a multiple choice one column for each answer, of what people write their words. */
export function answerRows(survey: Survey, voters: readonly Voter[], votes: Votes, t: Translate): Cell[][] {
  const columns = survey.questions.flatMap(({ id, question, type, options, has_user_option }) => {
    const offered = options.filter((one) => !one.has_user_option);
    const nameOf = new Map(offered.map((one) => [one.id, one.name]));
    const own = { title: `${question}: ${t('surveys:own')}` };
    const textOf = (given: NonNullable<ReturnType<Votes['get']>>) =>
      given.find((vote) => vote.question_id === id && vote.text !== null)?.text ?? '';
    if (type === 'freetext') return [{ title: question, read: textOf }];
    const written = has_user_option ? [{ ...own, read: textOf }] : [];
    if (type === 'multiple')
      return [
        ...offered.map((option) => ({
          title: `${question}: ${option.name}`,
          read: (given: NonNullable<ReturnType<Votes['get']>>): Cell =>
            given.some(({ option_id }) => option_id === option.id) ? 1 : 0,
        })),
        ...written,
      ];
    return [
      {
        title: question,
        read: (given: NonNullable<ReturnType<Votes['get']>>): Cell => {
          const chosen = given.find((vote) => vote.question_id === id && vote.option_id !== null);
          return chosen?.option_id ? (nameOf.get(chosen.option_id) ?? '') : '';
        },
      },
      ...written,
    ];
  });
  return [
    [t('surveys:sheet.person'), ...columns.map(({ title }) => title)],
    ...voters.map(({ id, firstname, lastname }) => [
      `${lastname}, ${firstname}`,
      ...columns.map(({ read }) => read(votes.get(id) ?? [])),
    ]),
  ];
}

/** The results as a workbook, for the author alone (C-6.25); of an anonymous survey totals and nothing else (C-6.26). */
export function exportHandlers(parts: SurveyHandlerParts) {
  return {
    async exportResults(context: HandlerContext<(typeof surveysApi)['exportResults']>) {
      const { params, actor, db, now, t, fail } = context;
      const survey = await openSurvey(context, params.id, parts);
      if (!isAllowed(survey.can, 'export')) return fail('forbidden');
      const key = { school_id: actor.school_id, id: params.id };
      const sheets = [{ sheet: t('surveys:tabs.overview'), rows: overviewRows(survey, t) }];
      // Where the members of a channel are hidden, so are the names of those who answered there.
      if (!survey.is_anonymous && isAllowed(survey.can, 'evaluation')) {
        const voters = await listAllVoters(db, key);
        const votes = await listVotesOf(
          db,
          key,
          voters.map(({ id }) => id),
        );
        sheets.push({ sheet: t('surveys:tabs.answers'), rows: answerRows(survey, voters, votes, t) });
      }
      const book = sheets.map(({ sheet, rows }) => ({
        sheet,
        data: rows.map((row, index) => row.map((cell) => toCell(cell, index === 0))),
        columns: (rows[0] ?? []).map(() => ({ width: 30 })),
        stickyRowsCount: 1,
      }));
      // Loaded when the first workbook is wanted.
      const { default: writeExcelFile } = await import('write-excel-file/node');
      const bytes = await writeExcelFile(book).toBuffer();
      const name = `${actor.slink}-${toLocal(now, actor.time_zone).date}-${survey.id}.xlsx`;
      return new FileAnswer(Readable.from([bytes], { objectMode: false }), {
        'content-type': TYPE,
        'content-length': String(bytes.length),
        'content-disposition': toDisposition('attachment', name),
        'cache-control': 'private, no-store',
      });
    },
  };
}
