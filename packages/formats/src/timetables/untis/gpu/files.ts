import type { SourceFile } from '@kreide/core/features/timetable-import';
import { type Findings, unreadable } from '../../findings.ts';
import type { GpuFile, GpuKind } from './kinds.ts';
import { readGpuFile } from './kinds.ts';
import type { LessonRow, PlacementRow } from './lessons.ts';
import type { SubstitutionRow } from './substitution-rows.ts';

/** The files of one upload by kind; each kind at most once. */
export type GpuFiles = ReadonlyMap<GpuKind, GpuFile>;

/**
 * Sorts the files of an upload by kind. Throws `UnreadableFile`: `empty`, `unknown_format` for a file of another kind,
 * `sources_contradict` for two of one kind.
 */
export function sortFiles(files: readonly SourceFile[], findings: Findings): GpuFiles {
  const sorted = new Map<GpuKind, GpuFile>();
  for (const file of files) {
    if (file.bytes.length === 0) throw unreadable(file.name, 'empty');
    const read = readGpuFile(file);
    if (read === 'ignored') {
      findings.warn('file_ignored', { file: file.name });
      continue;
    }
    if (read === null) throw unreadable(file.name, 'unknown_format');
    const other = sorted.get(read.kind);
    if (other) throw unreadable(file.name, 'sources_contradict', { other: other.name });
    sorted.set(read.kind, read);
  }
  if (sorted.size === 0) throw unreadable(files[0]?.name ?? '', 'unknown_format');
  return sorted;
}

/** Fewer changed lessons than this may all be too new for an older GPU001. */
const ENOUGH_LESSONS = 3;

/**
 * Files of two schools or two years would make a wrong plan. GPU001 and GPU002 must share a line (number, subject,
 * teacher), GPU014 with three or more lessons a lesson number with them; else `UnreadableFile` `sources_contradict`.
 */
export function requireSamePlan(
  files: GpuFiles,
  placements: readonly PlacementRow[],
  lessons: readonly LessonRow[],
  substitutions: readonly SubstitutionRow[],
): void {
  const refuse = (kind: GpuKind, other: GpuKind) => {
    throw unreadable(files.get(kind)?.name ?? '', 'sources_contradict', { other: files.get(other)?.name ?? '' });
  };
  const keys = new Set(lessons.map((row) => row.key));
  const areApart = placements.length > 0 && keys.size > 0 && !placements.some((row) => keys.has(row.key));
  if (areApart) refuse('002', '001');
  const changed = new Set(substitutions.map((row) => row.number).filter((number) => number !== '0'));
  if (changed.size < ENOUGH_LESSONS || placements.length + lessons.length === 0) return;
  const isKnown = ({ number }: { number: string }) => changed.has(number);
  if (!placements.some(isKnown) && !lessons.some(isKnown)) refuse('014', placements.length > 0 ? '001' : '002');
}
