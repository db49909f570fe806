import { PARTS, type PartChanges, type Upload } from '@kreide/core/features/timetable-import';
import type { Cli } from '../cli.ts';
import { toPlain, toTable } from '../output.ts';

/** The object that `timetable upload --json` prints (D-3.03, D-3.08). */
export interface UploadResult {
  source: Upload['source'];
  /** Name of the school year. */
  school_year: string | null;
  counts: Upload['counts'];
  changes: { added: number; changed: number; removed: number; parts: PartChanges } | null;
  warnings: string[];
  rejected: Upload['rejected'];
  /** Null: unknown, the command ended while the server was publishing. */
  published: boolean | null;
}

/** The same for an upload that failed before there was a result. */
export const UNREAD: UploadResult = {
  source: null,
  school_year: null,
  counts: null,
  changes: null,
  warnings: [],
  rejected: [],
  published: false,
};

export function toResult(upload: Upload): UploadResult {
  const { changes } = upload;
  return {
    source: upload.source,
    school_year: upload.school_year?.name ?? null,
    counts: upload.counts,
    changes: changes && {
      added: changes.added,
      changed: changes.changed,
      removed: changes.removed,
      parts: changes.parts,
    },
    warnings: upload.warnings,
    rejected: upload.rejected,
    published: upload.state === 'PUBLISHED',
  };
}

/** Most lines of the difference shown before the question. */
const LINES_SHOWN = 25;
const REJECTED_SHOWN = 50;
const SIGNS = { added: '+', changed: '~', removed: '-' } as const;
const COUNTS = ['lessons', 'placements', 'grades', 'teachers', 'bookables', 'subjects', 'substitutions'] as const;
/** Said only where a file holds any. */
const FURTHER = ['supervisions', 'holidays', 'exams'] as const;

const isTouched = ({ added, changed, removed }: PartChanges['grades']) => added + changed + removed > 0;

/** What the file holds and what would change, for the person who decides. */
export function toChanges({ t }: Pick<Cli, 't'>, upload: Upload): string {
  const head = [upload.source, upload.format, upload.school_year?.name].filter((part) => part != null).join(' · ');
  let text = `${toPlain(head)}\n`;
  const { counts, changes } = upload;
  if (counts) {
    const further = FURTHER.flatMap((name) => (counts[name] ? [t(`counts.${name}`, { count: counts[name] })] : []));
    const said = COUNTS.map((name) => t(`counts.${name}`, { count: counts[name] }));
    text += `${[...said, ...further].join(', ')}\n`;
  }
  if (!changes) return text;
  if (changes.is_empty) return `${text}\n${t('report.noChange')}\n`;
  const row = (name: string, part: { added: number; changed: number; removed: number }) => [
    name,
    t('report.number', { number: part.added }),
    t('report.number', { number: part.changed }),
    t('report.number', { number: part.removed }),
  ];
  text += `\n${toTable(
    [
      { title: '' },
      { title: t('report.added'), align: 'right' },
      { title: t('report.changed'), align: 'right' },
      { title: t('report.removed'), align: 'right' },
    ],
    [
      row(t('report.lessons'), changes.lessons),
      row(t('report.substitutions'), changes.substitutions),
      ...PARTS.flatMap((part) =>
        isTouched(changes.parts[part]) ? [row(t(`report.${part}`), changes.parts[part])] : [],
      ),
    ],
  )}`;
  const shown = changes.lines.slice(0, LINES_SHOWN);
  if (shown.length > 0) text += `\n${shown.map((line) => `  ${SIGNS[line.kind]} ${toPlain(line.text)}\n`).join('')}`;
  const all = [
    changes.lessons,
    changes.substitutions,
    ...PARTS.filter((part) => part !== 'exams').map((part) => changes.parts[part]),
  ];
  const more = all.reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0) - shown.length;
  if (shown.length > 0 && more > 0) text += `  ${t('report.more', { count: more })}\n`;
  return text;
}

/** Warnings and rejected rows with their reasons; empty when there are none. */
export function toConcerns({ t }: Pick<Cli, 't'>, upload: Upload): string {
  let text = '';
  if (upload.warnings.length > 0)
    text += `\n${t('report.warnings')}\n${upload.warnings.map((line) => `  ! ${toPlain(line)}\n`).join('')}`;
  if (upload.rejected_count === 0 && upload.rejected.length === 0) return text;
  const count = Math.max(upload.rejected_count, upload.rejected.length);
  const shown = upload.rejected.slice(0, REJECTED_SHOWN);
  text += `\n${t('report.rejected', { count })}\n${toTable(
    [
      { title: t('report.file') },
      { title: t('report.row'), align: 'right' },
      { title: t('report.column') },
      { title: t('report.value') },
      { title: t('report.reason') },
    ],
    shown.map((row) => [
      row.file,
      row.row === null ? '' : String(row.row),
      row.column ?? '',
      row.value ?? '',
      row.reason,
    ]),
    '  ',
  )}`;
  if (count > shown.length) text += `  ${t('report.more', { count: count - shown.length })}\n`;
  return text;
}

/** Were rows rejected? */
export function hasRejected(upload: Upload): boolean {
  return upload.rejected_count > 0 || upload.rejected.length > 0;
}
