/** One line of the bench table: a figure beside its limit, measured in the same run. */
export interface BenchRow {
  name: string;
  value: number;
  limit: string;
  unit: string;
  ok: boolean;
  /** What the figure was made of. */
  detail?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
