import {
  type ComparisonFacts,
  currentStep,
  IMPORT_TYPES,
  type ImportLine,
  type ImportNote,
  type ImportRun,
  type LetterFormat,
  type Proposal,
  type RunKind,
  userImportApi,
} from '@kreide/core/features/user-import';
import { API_BASE, type Translate, toCan, toPath } from '@kreide/core/kernel';
import type { LineRow, RunRow } from './queries.ts';

/** What the steps of a comparison depend on. What is saved is done. */
export const factsOf = ({ state, overview }: Pick<RunRow, 'state' | 'overview'>): ComparisonFacts => ({
  is_read: ['READY', 'SAVING', 'SAVED', 'UNDOING', 'UNDONE'].includes(state),
  ambiguous: state === 'READY' ? (overview?.counts.ambiguous ?? 0) : 0,
});

/** What speaks for a program, how sure that is, and what its preset is known from. */
function tellProposal({ name, sure, evidence, headers }: Proposal, t: Translate): string {
  const why =
    headers.length > 0
      ? t('user-import:proposals.byHeaders', { name, headers: headers.join(', ') })
      : t('user-import:proposals.byCells', { name });
  const known = evidence.map((one) => t(`user-import:proposals.evidence.${one}`));
  return [why, t(`user-import:proposals.sure.${sure}`), ...known].join(' ');
}

/** A role among the words of a note, in the reader's language. */
function withType(params: ImportNote['params'], t: Translate): ImportNote['params'] {
  const type = IMPORT_TYPES.find((one) => one === params.type);
  return type ? { ...params, type: t(`user-import:types.${type}`) } : params;
}

/** A run as it is sent, in the reader's language. */
export function toRun(
  row: RunRow,
  t: Translate,
  newestSaved: number | null,
  letters: { made: number; open: number } | null = null,
  stalled = false,
): ImportRun {
  const { overview, error, profile } = row;
  const isGenerated = row.kind === 'generated';
  const linkOf = (format: LetterFormat) =>
    isGenerated && row.state === 'SAVED' && letters !== null && letters.open > 0
      ? `${API_BASE}${toPath(userImportApi.downloadUsers.path, { id: row.school_id })}?bulk_id=${row.id}&format=${format}`
      : null;
  return {
    id: row.id,
    uuid: row.uuid,
    kind: row.kind as RunKind,
    state: row.state,
    progress: row.progress,
    source: row.source,
    files: row.files.map(({ name, size }) => ({ name, size })),
    counts: overview?.counts ?? null,
    revision: row.revision,
    tables: (overview?.tables ?? []).map((table) => ({ ...table })),
    profile: {
      columns: { ...profile.columns },
      type: profile.type ?? null,
      date_order: profile.date_order ?? null,
      preset: profile.preset ?? null,
    },
    proposals: (overview?.proposals ?? []).map((proposal) => ({
      ...proposal,
      evidence: [...proposal.evidence],
      headers: [...proposal.headers],
      text: tellProposal(proposal, t),
    })),
    columns: (overview?.columns ?? []).map((column) => ({ ...column })),
    roles: (overview?.roles ?? []).map((role) => ({ ...role })),
    classes: [...(overview?.classes ?? [])],
    new_classes: [...(overview?.new_classes ?? [])],
    doubtful_classes: [...(overview?.doubtful_classes ?? [])],
    comparison: row.comparison && { ...row.comparison, step: currentStep(row.comparison.step, factsOf(row)) },
    keeps_parents: row.keeps_parents,
    many_missing: overview?.many_missing ?? false,
    renumbered: overview?.renumbered ? { ...overview.renumbered } : null,
    notes: (overview?.notes ?? []).map(({ code, params }) => ({
      code,
      text: t(`user-import:notes.${code}`, withType(params, t)),
    })),
    error: error && {
      code: error.reason,
      file: error.file,
      text: t(`user-import:unreadable.${error.reason}`, error.params),
    },
    created_at: row.created_at,
    saved_at: row.saved_at,
    undone_at: row.undone_at,
    kept_count: row.kept_count,
    letters: isGenerated ? (letters ?? { made: 0, open: 0 }) : null,
    meta: { pdf: linkOf('pdf'), xls: linkOf('xlsx') },
    can: toCan({
      save: row.state === 'READY',
      discard: ['OPEN', 'QUEUED', 'PROCESSING', 'READY', 'FAILED'].includes(row.state),
      resume: stalled,
      undo: row.state === 'SAVED' && (isGenerated || row.id === newestSaved),
    }),
  };
}

/** A line of a plan as it is sent. */
export function toLine(
  { position, key, kind, user_id, line }: LineRow,
  t: Translate,
  kept: ReadonlySet<number>,
): ImportLine {
  const { rejected, person } = line;
  return {
    id: position,
    key,
    kind,
    type: line.type,
    user_id,
    name: line.name,
    class: line.class,
    birth_date: line.birth_date,
    places: (rejected ? [rejected] : (person?.places ?? [])).map(({ file, sheet, line: at }) => ({
      file,
      sheet,
      line: at,
    })),
    matched_by: line.matched_by,
    changes: line.changes.map((change) => ({ ...change })),
    candidates: line.candidates.map((candidate) => ({
      ...candidate,
      text: t(`user-import:candidates.${candidate.reason}`),
    })),
    is_kept: kind === 'missing' && kept.has(user_id ?? 0),
    rejected: rejected && {
      column: rejected.column,
      value: rejected.value,
      code: rejected.reason,
      cells: [...rejected.cells],
      text: t(`user-import:reasons.${rejected.reason}`),
    },
  };
}
