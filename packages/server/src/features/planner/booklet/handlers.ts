import {
  BOOKLET_DAYS,
  BOOKLET_KINDS,
  type Booklet,
  type BookletDraft,
  type BookletKind,
  type BookletProblem,
  bookletProblems,
  type plannerApi,
} from '@kreide/core/features/planner';
import { ApiError, mondayOf } from '@kreide/core/kernel';
import type { FeatureParts } from '../../../kernel/feature.ts';
import { toDisposition } from '../../../kernel/files/index.ts';
import { FileAnswer } from '../../../kernel/http/answers.ts';
import type { HandlerContext } from '../../../kernel/http/context.ts';
import { refuseIssues } from '../../../kernel/http/validate.ts';
import { enqueue } from '../../../kernel/jobs/index.ts';
import { listYears } from '../../structure/index.ts';
import { type BookletRow, findBooklet, insertBooklet, listBooklets } from '../queries/booklets.ts';
import { findVersion } from '../queries/versions.ts';
import type { BookletTask } from './task.ts';

type Api = typeof plannerApi;
type BookletRule = BookletProblem['rule'] | 'bookletPublished' | 'bookletRunning';
const DAY_MS = 24 * 60 * 60 * 1000;

const toBooklet = ({ kinds, ...row }: BookletRow): Booklet => ({
  id: row.id,
  week: row.week,
  kinds: kinds as BookletKind[],
  has_changes: row.has_changes,
  draft_number: row.draft_number,
  state: row.state as Booklet['state'],
  done: row.done,
  total: row.total,
  size: row.size,
  created_at: row.created_at,
  expires_at: row.expires_at,
});

/** A planner who may not see all plans gets none of them on paper. */
function requireAll({ actor, fail }: Pick<HandlerContext<Api['listBooklets']>, 'actor' | 'fail'>): void {
  if (!actor.permissions.has('view-timetable-all')) fail('forbidden');
}

export function bookletHandlers({ store }: Pick<FeatureParts, 'store'>, make: BookletTask) {
  return {
    async listBooklets(context: HandlerContext<Api['listBooklets']>) {
      requireAll(context);
      const { actor, db, now } = context;
      return { data: (await listBooklets(db, actor.school_id, now)).map(toBooklet) };
    },

    async createBooklet(context: HandlerContext<Api['createBooklet']>) {
      requireAll(context);
      const { actor, body, db, now, t, write, record, fail } = context;
      const toIssue = (field: keyof BookletDraft, rule: BookletRule) => ({
        path: `body.${field}`,
        rule,
        params: {},
        message: t(`planner:rules.${rule}`),
      });
      const uuid = body.version_uuid;
      const version = uuid === null ? null : ((await findVersion(db, actor.school_id, { uuid })) ?? fail('not_found'));
      const years = (await listYears(db, actor.school_id)).filter(
        ({ id }) => version === null || id === version.school_year_id,
      );
      // What is published as it is would be called a draft by its pages.
      const isPublished = version !== null && version.published_revision === version.revision;
      refuseIssues([
        ...bookletProblems(body, years).map(({ field, rule }) => toIssue(field, rule)),
        ...(isPublished ? [toIssue('version_uuid', 'bookletPublished')] : []),
      ]);
      const draft = {
        planner_version_id: version?.id ?? null,
        draft_number: version?.number ?? null,
        has_changes: body.has_changes,
        week: mondayOf(body.week),
        kinds: BOOKLET_KINDS.filter((kind) => body.kinds.includes(kind)),
      };
      const trx = await write();
      const expires_at = new Date(now.getTime() + BOOKLET_DAYS * DAY_MS).toISOString();
      const row = await insertBooklet(trx, actor.school_id, { ...draft, created_at: now.toISOString(), expires_at });
      if (!row) throw new ApiError({ code: 'invalid', issues: [toIssue('week', 'bookletRunning')] });
      await enqueue(trx, make, { school_id: actor.school_id, id: row.id });
      const { draft_number, has_changes } = draft;
      const after = { begins_at: draft.week, kinds: draft.kinds.join(', '), has_changes, draft_number };
      record({ entity: 'planner_booklets', id: row.id, after });
      return { data: toBooklet(row) };
    },

    async downloadBooklet(context: HandlerContext<Api['downloadBooklet']>) {
      requireAll(context);
      const { actor, params, db, now, t, fail } = context;
      const row = await findBooklet(db, { school_id: actor.school_id, id: params.id });
      if (row?.state !== 'READY' || row.expires_at <= now.toISOString()) return fail('not_found');
      return new FileAnswer(await store.open(row.file_uuid), {
        'content-type': 'application/pdf',
        'content-length': String(row.size),
        'content-disposition': toDisposition(
          'attachment',
          `${t(row.draft_number === null ? 'planner:booklet.file' : 'planner:booklet.fileDraft', { week: row.week })}.pdf`,
        ),
        'cache-control': 'private, no-store',
      });
    },
  };
}
