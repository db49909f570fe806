import type { Cli } from './cli.ts';
import { widthOf } from './output.ts';

/** Shows progress: a bar on a terminal, lines where stderr is a file (D-3.03). */
export interface Progress {
  /** `share` 0 to 1; null: unknown. */
  show(label: string, share: number | null): void;
  /** Removes the bar, so that other text can follow. */
  clear(): void;
}

/** `label  ████████░░░░  42 %`, at most `width` columns. */
export function toBar(label: string, share: number | null, width: number): string {
  if (share === null) return label.slice(0, width);
  const percent = `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`.padStart(5);
  const room = Math.min(30, width - widthOf(label) - percent.length - 4);
  if (room < 5) return `${label} ${percent}`.slice(0, width);
  const full = Math.round(room * Math.min(1, Math.max(0, share)));
  return `${label}  ${'█'.repeat(full)}${'░'.repeat(room - full)} ${percent}`;
}

/** In a file, is another line due? One for each quarter. */
export function isWorthLine(last: number | null, share: number | null): boolean {
  if (share === null) return last === null;
  return last === null || Math.floor(share * 4) > Math.floor(last * 4);
}

export function createProgress(cli: Cli): Progress {
  const { terminal } = cli;
  let drawn = '';
  let label = '';
  let last: number | null = null;
  function clear(): void {
    if (drawn !== '') terminal.err('\r\u001b[2K');
    drawn = '';
  }
  return {
    clear,
    show(nextLabel, share) {
      if (terminal.hasBar) {
        const bar = toBar(nextLabel, share, terminal.width - 1);
        if (bar === drawn) return;
        clear();
        terminal.err(bar);
        drawn = bar;
        return;
      }
      const isNew = nextLabel !== label;
      if (!isNew && !isWorthLine(last, share)) return;
      label = nextLabel;
      last = share ?? 0;
      terminal.err(share === null ? `${label}\n` : `${label} ${Math.floor(share * 100)} %\n`);
    },
  };
}
